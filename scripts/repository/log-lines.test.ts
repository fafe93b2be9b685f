import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import jsTokens from 'js-tokens'
import { expect, it } from 'vitest'

const root = path.resolve(import.meta.dirname, '../..')
const read = (file: string) => readFileSync(path.join(root, file), 'utf8')

/** What writes a warning, an error or an end into the log: a logger, or the log of outages. */
const writes = /(?:\blog|Log)\??\.(?:warn|error|fatal)\(|\boutages\.failed\(|\blog\[level\]\(/g
/** What a start says in the words of its cause: its report, doubtful settings, and what kept it from opening. */
const inOtherWords = new Set(['text', 'message', 'title'])

/** The last argument of a call whose parenthesis opens just before `text`. */
function lastArgument(text: string): string {
  let depth = 0
  let argument = ''
  let last = ''
  for (const { type, value } of jsTokens(text)) {
    if (value === ')' && depth === 0) break
    if (type === 'Punctuator' && ['(', '[', '{'].includes(value)) depth++
    if (type === 'Punctuator' && [')', ']', '}'].includes(value)) depth--
    if (value === ',' && depth === 0) argument = ''
    else argument += value
    if (argument.trim()) last = argument.trim()
  }
  return last
}

/** The words of a line as far as they are always the same; undefined where they are another's. */
function wordsOf(argument: string, file: string): string | undefined {
  const text = read(file)
  const named = /^\w+$/.test(argument) ? new RegExp(`const ${argument} =\\s*(['\`][^\\n]+)`).exec(text)?.[1] : undefined
  const [, words] = /^['`](?!\$\{)(.+?)(?:['`]$|\$\{)/s.exec(named ?? argument) ?? []
  return words?.trim()
}

function linesOf(file: string): { file: string; argument: string; words: string | undefined }[] {
  const text = read(file)
  return [...text.matchAll(writes)].map((found) => {
    const argument = lastArgument(text.slice(found.index + found[0].length))
    return { file, argument, words: wordsOf(argument, file) }
  })
}

const sources = [
  ...globSync('apps/api/src/**/*.ts', { cwd: root }),
  ...globSync('packages/postgres/src/*.ts', { cwd: root }),
]
const lines = sources.filter((file) => !/\.test\.|[\\/]testing[\\/]/.test(file)).flatMap(linesOf)
const [, table = ''] = read('docs/operations.md').split('### What a line means at 3 a.m.')
const rows = [...(table.split('\n## ')[0] ?? '').matchAll(/^\| `([^`]+)` \| .{15,} \| .{5,} \|$/gm)].map(
  ([, words = '']) => words,
)

it('finds the lines that the shop writes', () => {
  expect(lines.length).toBeGreaterThan(25)
  const unreadable = lines.filter(({ words, argument }) => words === undefined && !inOtherWords.has(argument))
  expect(unreadable).toEqual([])
})

it('explains every warning and every error of the log to whoever reads it at night', () => {
  const unexplained = lines.filter(({ words }) => words && !rows.some((row) => words.startsWith(row)))
  expect(unexplained).toEqual([])
})

it('explains no line that nothing writes', () => {
  const unknown = rows.filter((row) => !lines.some(({ words }) => words?.startsWith(row)))
  expect(unknown).toEqual([])
})
