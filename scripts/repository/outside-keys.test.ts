import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'

const root = path.resolve(import.meta.dirname, '../..')
const sources = globSync(['*.ts', '{apps,packages,scripts}/**/*.{ts,tsx,mjs}'], {
  cwd: root,
  exclude: (name) => ['node_modules', 'dist'].includes(path.basename(name)),
}).filter((file) => !/\.test\.|[\\/]testing[\\/]/.test(file))

/** `names: Record<string, …> = {` in a text, and `names[key]` after it with a key that is no literal. */
function openLookups(text: string): string[] {
  const objects = text.matchAll(/\b(?:const|let) (\w+): Record<string, [^=]*?> =(?! Object\.create)/g)
  return [...objects].flatMap(([, name]) => text.match(new RegExp(String.raw`\b${name}\[(?!['"\`\d]).*`, 'g')) ?? [])
}

it('keeps what is looked up by any text in a Map: an object knows `constructor` and `toString` too', () => {
  const found = sources.flatMap((file) =>
    openLookups(readFileSync(path.join(root, file), 'utf8')).map((line) => `${file}: ${line}`),
  )
  expect(found).toEqual([])
})

it('sees such a look-up', () => {
  expect(openLookups('const words: Record<string, string> = {}\nreturn words[code]')).toEqual(['words[code]'])
  expect(openLookups('const words = new Map<string, string>()\nreturn words.get(code)')).toEqual([])
})
