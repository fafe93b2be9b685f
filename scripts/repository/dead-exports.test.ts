import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

/** MikroORM finds a migration by its file, and Vite its helper by its name; the client's document is generated whole. */
const isFoundOtherwise = /\/migrations\/|\/slim\/preload\.ts$|^packages\/sdk\/src\/document\.ts$/

const files = globSync([
  '{apps,packages}/*/{src,build,migrations}/**/*.{ts,tsx}',
  '{apps,packages}/*/*.ts',
  'scripts/**/*.{ts,mjs}',
  '*.ts',
])
  .filter((file) => !file.endsWith('.gen.ts'))
  .map((file) => ({ file, text: readFileSync(file, 'utf8') }))

/** The exports of these kinds, as `file: name`, for which `isDead` holds. */
const exportsOf = (kinds: string, isDead: (name: string) => boolean) =>
  files
    .filter(({ file }) => !isFoundOtherwise.test(file))
    .flatMap(({ file, text }) =>
      [...text.matchAll(new RegExp(`^export (?:declare )?(?:async )?(?:${kinds}) ([\\w$]+)`, 'gm'))]
        .filter(([, name = '']) => isDead(name))
        .map(([, name]) => `${file}: ${name}`),
    )

it('exports nothing whose name stands nowhere else', () => {
  const counts = new Map<string, number>()
  for (const { text } of files)
    for (const [name] of text.matchAll(/[\w$]+/g)) counts.set(name, (counts.get(name) ?? 0) + 1)
  const dead = exportsOf('const|function\\*?|class|type|interface', (name) => counts.get(name) === 1)
  expect(files.length).toBeGreaterThan(2000)
  expect(dead).toEqual([])
})

it('exports no value or function that only its own file names, but parts of a contract', () => {
  const users = new Map<string, number>()
  for (const { text } of files)
    for (const name of new Set(text.match(/[\w$]+/g))) users.set(name, (users.get(name) ?? 0) + 1)
  const own = exportsOf('const|function\\*?', (name) => users.get(name) === 1)
  expect(own.filter((each) => !each.includes('/contracts/'))).toEqual([])
})
