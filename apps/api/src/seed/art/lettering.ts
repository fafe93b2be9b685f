import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import opentype from 'opentype.js'
import { at } from './svg.ts'

/**
 * The faces of the house and the space between their words, in em; Aref Ruqaa's own space is too narrow for a label.
 * Outlines are taken from the font files, so that no machine needs a font installed.
 */
const faces = {
  display: { file: '@fontsource/aref-ruqaa/files/aref-ruqaa-latin-400-normal.woff', space: 0.3 },
  text: { file: '@fontsource/figtree/files/figtree-latin-600-normal.woff', space: 0.28 },
}
export type Face = keyof typeof faces

type Setting = {
  face: Face
  size: number
  /** Middle of the line. */
  x: number
  /** Baseline. */
  y: number
  /** Extra space after each letter, in the units of `size`. */
  tracking?: number
}

/** Path data of one line of text, centred on `x`. */
export function lettering(text: string, { x, y, ...setting }: Setting): string {
  let left = x - lineWidth(text, setting) / 2
  return text
    .split(' ')
    .map((word) => {
      const path = font(setting.face).getPath(word, left, y, setting.size, spacing(setting))
      left += wordWidth(word, setting) + spaceWidth(setting)
      return pathData(path.commands)
    })
    .join('')
}

/** How wide a line runs, in the units of `size`; the space after its last letter does not count. */
export function lineWidth(text: string, setting: Omit<Setting, 'x' | 'y'>): number {
  const words = text.split(' ')
  const wordsWidth = words.reduce((sum, word) => sum + wordWidth(word, setting), 0)
  return wordsWidth + (words.length - 1) * spaceWidth(setting) - (setting.tracking ?? 0)
}

type Spacing = Pick<Setting, 'size' | 'tracking'>

const spacing = ({ size, tracking = 0 }: Spacing) => ({ letterSpacing: tracking / size })

const spaceWidth = ({ face, size, tracking = 0 }: Spacing & { face: Face }) => faces[face].space * size + tracking

const wordWidth = (word: string, setting: Spacing & { face: Face }) =>
  font(setting.face).getAdvanceWidth(word, setting.size, spacing(setting))

/** Written here because the library's own `toPathData` turns coordinates such as 1e-15 into NaN. */
function pathData(commands: opentype.PathCommand[]): string {
  return commands
    .map((command) => {
      switch (command.type) {
        case 'Q':
          return `Q${at(command.x1, command.y1)} ${at(command.x, command.y)}`
        case 'C':
          return `C${at(command.x1, command.y1)} ${at(command.x2, command.y2)} ${at(command.x, command.y)}`
        case 'Z':
          return 'Z'
        default:
          return command.type + at(command.x, command.y)
      }
    })
    .join('')
}

const fonts = new Map<Face, opentype.Font>()

function font(face: Face): opentype.Font {
  const known = fonts.get(face)
  if (known) return known
  const file = readFileSync(createRequire(import.meta.url).resolve(faces[face].file))
  const read = opentype.parse(new Uint8Array(file).buffer)
  fonts.set(face, read)
  return read
}
