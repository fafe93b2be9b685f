import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

/** MikroORM finds a migration by its file, and Vite its helper by its name; the client's document is generated whole. */
const isFoundOtherwise = /\/migrations\/|\/slim\/preload\.ts$|^packages\/sdk\/src\/document\.ts$/

it('exports nothing whose name stands nowhere else', () => {
  const files = globSync([
    '{apps,packages}/*/{src,build,migrations}/**/*.{ts,tsx}',
    '{apps,packages}/*/*.ts',
    'scripts/**/*.{ts,mjs}',
    '*.ts',
  ])
    .filter((file) => !file.endsWith('.gen.ts'))
    .map((file) => ({ file, text: readFileSync(file, 'utf8') }))
  const counts = new Map<string, number>()
  for (const { text } of files)
    for (const [name] of text.matchAll(/[\w$]+/g)) counts.set(name, (counts.get(name) ?? 0) + 1)
  const dead = files
    .filter(({ file }) => !isFoundOtherwise.test(file))
    .flatMap(({ file, text }) =>
      [...text.matchAll(/^export (?:declare )?(?:async )?(?:const|function\*?|class|type|interface) ([\w$]+)/gm)]
        .filter(([, name = '']) => counts.get(name) === 1)
        .map(([, name]) => `${file}: ${name}`),
    )
  expect(files.length).toBeGreaterThan(2000)
  expect(dead).toEqual([])
})
