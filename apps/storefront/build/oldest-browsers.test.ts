import { existsSync, globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { boot } from '../src/boot/boot.ts'
import { watchOrder } from '../src/boot/watch-order.ts'
import { newerFunctions } from './newer-functions.ts'
import { oldestBrowsers } from './oldest-browsers.ts'

const folder = path.resolve(import.meta.dirname, '../dist/client')

/** So many characters before its use is it asked at most whether a browser has a function. */
const farthestQuestion = 400

/** Where code uses a function without having asked whether the browser has it. */
function unaskedUses(code: string, { name, use }: { name: string; use: RegExp }): string[] {
  const [last = name] = name.split('.').reverse()
  const asks = [`typeof ${name}`, `\`${last}\`in `, `"${last}"in `, `'${last}' in `, `${name} ? `]
  // A class of a package may have a method of this name.
  if (new RegExp(`[;}]${last}\\(\\w*\\)\\{`).test(code)) return []
  return [...code.matchAll(use)].flatMap(({ 0: found, index }) => {
    const before = code.slice(Math.max(0, index - farthestQuestion), index)
    const after = code.slice(index + found.length, index + found.length + 5)
    const isQuestion = before.endsWith('typeof ') || /^(\?\.|\s*\?\?=)/.test(after)
    const isAsked = isQuestion || asks.some((each) => before.includes(each))
    return isAsked ? [] : [before.slice(-40) + found + after]
  })
}

/** What runs in a shopper's browser, with what `boot` has filled in before it. */
const shipped = () => [
  ...globSync('{assets/*.js,sw*.js}', { cwd: folder }).map((file) => ({
    file,
    code: readFileSync(path.join(folder, file), 'utf8'),
    hasBoot: !file.startsWith('sw'),
  })),
  { file: 'boot', code: `${boot};${watchOrder}`, hasBoot: true },
]

describe('what the shop sends to browsers', () => {
  it('is built', () => {
    expect(existsSync(folder), 'Run `pnpm build` first.').toBe(true)
    expect(shipped().length).toBeGreaterThan(20)
  })

  it.each(newerFunctions)('does not need $name', (each) => {
    const isFilledIn = String(boot).includes(`${each.name} ??=`)
    const uses = shipped()
      .filter(({ hasBoot }) => !(hasBoot && isFilledIn))
      .flatMap(({ file, code }) => unaskedUses(code, each).map((use) => `${file}: ${use}`))
    expect(uses).toEqual([])
  })
})

describe('the list of functions', () => {
  it.each(newerFunctions)('has $name because an old browser lacks it', ({ since }) => {
    const { chrome, safari, firefox } = oldestBrowsers
    expect(since.chrome > chrome || since.safari > safari || since.firefox > firefox).toBe(true)
  })
})

describe('a use of a newer function', () => {
  const segmenter = { name: 'Intl.Segmenter', use: /\bIntl\.Segmenter\b/g }
  const canParse = { name: 'URL.canParse', use: /\bURL\.canParse\b/g }

  it.each([
    ['without a question', segmenter, 'x??=new Intl.Segmenter(`en`)', 1],
    ['after a question', segmenter, 'if(!(`Segmenter`in Intl))return 1;x??=new Intl.Segmenter(`en`)', 0],
    ['after a question of its type', canParse, 'typeof URL.canParse==`function`?URL.canParse(e):f(e)', 0],
    ['where it may be missing', canParse, 'URL.canParse?.(e)??f(e)', 0],
    ['long after a question', canParse, `typeof URL.canParse;${' '.repeat(farthestQuestion)}URL.canParse(e)`, 1],
  ])('%s', (_, each, code, count) => {
    expect(unaskedUses(code, each)).toHaveLength(count)
  })
})
