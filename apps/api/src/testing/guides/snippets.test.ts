import { expect, it } from 'vitest'
import { isPrinted, snippetsIn } from './snippets.ts'

it('finds the code of a page, and what it is said to print', () => {
  const page = [
    '# Page',
    '```sh',
    'echo 1',
    '```',
    '',
    '```text',
    '1',
    '```',
    'Words.',
    '```ts',
    'const a = 1',
    '```',
    '',
  ].join('\n')
  expect(snippetsIn(page)).toEqual([
    { language: 'sh', code: 'echo 1\n', printed: '1\n' },
    { language: 'ts', code: 'const a = 1\n', printed: undefined },
  ])
})

it.each([
  ['MR… paid', 'MR100030 paid\n', true],
  ['MR… paid', 'MR100030 refunded', false],
  ['a.b', 'axb', false],
  ['a: 1\nb: 2', 'a: 1\r\nb: 2\r\n', true],
  ['{…}\n200', '{"a":\n1}\n200', true],
])('takes %j for %j: %s', (said, printed, expected) => {
  expect(isPrinted(said, printed)).toBe(expected)
})
