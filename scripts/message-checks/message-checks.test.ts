import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { projectRules, refusedSnippets } from '../testing/lint-snippets.ts'

const root = path.resolve(import.meta.dirname, '../..')
const rule = './scripts/message-checks/message-checks.grit'

const refused: Record<string, string> = {
  'looks for words in a message': `error.message.includes('already paid')`,
  'looks for words where there may be none': `error?.message?.startsWith('already')`,
  'looks for words in any case': `error.message.toLowerCase().includes('already')`,
  'looks for words in what was taken out of the error': `message.includes('already')`,
  'looks for words in what a screen shows': `failure.text.includes('already')`,
  'holds it against a pattern': `/already/.test(error.message)`,
  'matches it': `error.message.match(/already/)`,
  'compares it': `error.message === 'Already paid.'`,
  'compares it with what it should not be': `error?.message !== 'Already paid.'`,
}
const allowed: Record<string, string> = {
  'shows it': `show(error.message)`,
  'asks whether there is one': `error.message === ''`,
  'asks whether it is text': `typeof error.message === 'string'`,
  'looks for one of several things': `messages.includes(error)`,
  'decides by its code': `error.code === 'ORDER_PAID'`,
}

describe('a line that', () => {
  const lines = Object.entries({ ...refused, ...allowed })
  const snippets = lines.map(([name, line]) => [name, `export const decision = ${line}`])
  const found = refusedSnippets(rule, Object.fromEntries(snippets))

  it.each(Object.keys(refused))('%s is refused', (name) => expect(found).toContain(name))
  it.each(Object.keys(allowed))('%s is allowed', (name) => expect(found).not.toContain(name))
})

it('decides by codes in the whole project, except where another program gives no code', () => {
  expect(projectRules()).toContain(rule)
  const sources = globSync('{apps,packages}/*/src/**/*.{ts,tsx}', { cwd: root })
  const excused = sources.filter((file) =>
    readFileSync(path.join(root, file), 'utf8').includes('biome-ignore lint/plugin'),
  )
  expect(excused.sort()).toEqual([
    'apps/api/src/db/database-failure.ts',
    'apps/api/src/modules/media/image-worker.ts',
    'apps/api/src/modules/payments/providers/mpesa/confirmations/register-urls.ts',
    'apps/api/src/modules/payments/providers/mpesa/daraja.ts',
    'apps/storefront/src/features/checkout/mpesa/mpesa-refusal.ts',
    'packages/e2e/src/page-problems.ts',
  ])
})
