import { expect, it } from 'vitest'
import { projectRules, refusedSnippets } from '../testing/lint-snippets.ts'

const rule = './scripts/short-waits/short-waits.grit'

it('refuses a wait of a second, and no other', () => {
  const found = refusedSnippets(rule, {
    short: 'export const wait = (vi: any) => vi.waitFor(() => 1)',
    limited: 'export const wait = (vi: any) => vi.waitFor(() => 1, 8_000)',
    polled: 'export const wait = (expect: any) => expect.poll(() => 1).toBe(1)',
  })
  expect([...found]).toEqual(['short'])
})

it('follows this rule in the whole project', () => expect(projectRules()).toContain(rule))
