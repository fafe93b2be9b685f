import { existsSync, globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'

const root = path.resolve(import.meta.dirname, '../..')
const files = globSync(['*.*', '.env.example', '{apps,docs,packages,scripts}/**/*.*'], {
  cwd: root,
  exclude: (name) => ['node_modules', 'dist'].includes(path.basename(name)),
}).map((file) => file.split(path.sep).join('/'))
const read = (file: string) => readFileSync(path.join(root, file), 'utf8')
const documents = files.filter((file) => file.endsWith('.md'))
const code = files.filter((file) => /\.(ts|tsx|mjs|css|ya?ml|html)$/.test(file) || file === '.env.example')

/** References to documents that are not in the repository. */
const elsewhere = /\bdecisions? \d+\b|\bspecification,? ?§|§ ?\d|(?<![\w/.-])(?:facts|design)\/[\w-]/gi

describe('a reader who follows a reference', () => {
  it('finds the heading that a document links to', () => {
    expect(documents.flatMap(brokenLinks)).toEqual([])
  })

  it('finds the heading that a comment names', () => {
    const named = code.flatMap((file) =>
      [...read(file).matchAll(/\bdocs\/[\w/.-]+\.md(#[\w-]+)?/g)].map(([target]) => ({ file, target })),
    )
    expect(named.filter(({ target }) => !resolves(target)).map(({ file, target }) => `${file}: ${target}`)).toEqual([])
  })

  it('is sent to no document that the repository does not hold', () => {
    const found = [...code, ...documents].flatMap((file) =>
      [...read(file).matchAll(elsewhere)].map(([reference]) => `${file}: ${reference}`),
    )
    expect(found).toEqual([])
  })

  it.each([
    ['decisions', ' 19'],
    ['specification ', '§'],
    ['(§', ' 4)'],
    ['facts', '/mpesa C3'],
    ['design', '/reliability'],
  ])('is not sent to %s%s', (where, which) => expect(`See ${where}${which}.`.match(elsewhere)).not.toBeNull())

  it.each(['docs/decisions/007-category-id-rules.md', 'docs/gateways/stripe.md#fee', 'app/design/tokens.css'])(
    'may be sent to %s',
    (reference) => expect(`See ${reference}.`.match(elsewhere)).toBeNull(),
  )

  it('finds the files that README and the documents name', () => {
    const isPath = /^(apps|packages|scripts|docs)\/[\w./-]+$/
    const isMadeByTheBuild = (text: string) => read('.gitignore').split('\n').includes(text)
    const missing = documents.flatMap((file) =>
      [...read(file).matchAll(/`([^`\n]+)`/g)]
        .map(([, text = '']) => text)
        .filter((text) => isPath.test(text) && !existsSync(path.join(root, text)) && !isMadeByTheBuild(text))
        .map((text) => `${file}: ${text}`),
    )
    expect(missing).toEqual([])
  })
})

/** The shop's pnpm is in .toolchain: a machine with Node and npm alone has no other. */
const barePnpm = /(?<!scripts\/run\.mjs exec )(?<=^|[`(]|&& |; )pnpm (?:--filter|exec|run|install|verify|pack)\b.*/gm

it('runs no pnpm of its own machine, which may have none', () => {
  const found = documents.flatMap((file) =>
    [...read(file).matchAll(barePnpm)].map(([command]) => `${file}: ${command}`),
  )
  expect(found).toEqual([])
  expect('`pnpm --filter @marashi/sdk pack`'.match(barePnpm)).not.toBeNull()
  expect('`node scripts/run.mjs exec pnpm --filter @marashi/sdk pack`'.match(barePnpm)).toBeNull()
})

it('is told by no message to run a pnpm that the machine may not have', () => {
  const advises = /`pnpm (?:build|start|test)\b/g
  expect(code.flatMap((file) => [...read(file).matchAll(advises)].map(([command]) => `${file}: ${command}`))).toEqual(
    [],
  )
})

/** Links of a document, `[words](address)`, that lead to no file or no heading of this repository. */
function brokenLinks(file: string): string[] {
  return [...read(file).matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, address = '']) => address)
    .filter((address) => !/^[a-z]+:/.test(address))
    .filter((address) => {
      const [target = '', anchor] = address.split('#')
      const absolute = target === '' ? file : path.join(path.dirname(file), target)
      return !resolves(anchor === undefined ? absolute : `${absolute}#${anchor}`)
    })
    .map((address) => `${file}: ${address}`)
}

function resolves(reference: string): boolean {
  const [file = '', anchor] = reference.split('#')
  if (!existsSync(path.join(root, file))) return false
  return anchor === undefined || headingsOf(read(file)).includes(anchor)
}

/** The anchors that a Markdown page gives its headings. */
function headingsOf(markdown: string): string[] {
  return [...markdown.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .trim()
      .replaceAll(/\s/g, '-'),
  )
}
