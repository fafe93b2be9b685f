import { describe, expect, it } from 'vitest'
import { projectRules, refusedSnippets } from '../testing/lint-snippets.ts'

const rule = './scripts/slow-formats/slow-formats.grit'

const refused: Record<string, string> = {
  'writes a number for a locale': `x.toLocaleString('en-KE')`,
  'writes a date for a locale': `x?.toLocaleDateString()`,
  'makes a format of its own': `new Intl.NumberFormat('en-KE').format(x)`,
  'makes a format of dates without new': `Intl.DateTimeFormat('en-KE')`,
  'compares texts as a language does': `x.localeCompare('y')`,
}
const allowed: Record<string, string> = {
  'writes a number as it is': `String(x)`,
  'splits a text into what people see as letters': `new Intl.Segmenter('en')`,
}

describe('a module of a page', () => {
  const snippets = Object.entries({ ...refused, ...allowed }).map(([name, code]) => [
    name,
    `export const use = (x: any) => ${code}`,
  ])
  const found = refusedSnippets(rule, Object.fromEntries(snippets))

  it.each(Object.keys(refused))('that %s is refused', (name) => expect(found).toContain(name))
  it.each(Object.keys(allowed))('that %s is allowed', (name) => expect(found).not.toContain(name))
})

it('follows this rule in whatever a browser of a shopper or of the owner loads', () => {
  const entry = projectRules().find((each) => typeof each === 'object' && each.path === rule)
  const loaded = ['apps/storefront/src/**', 'apps/admin/src/**', 'packages/ui/src/**']
  expect(entry).toMatchObject({ includes: expect.arrayContaining(loaded) })
})
