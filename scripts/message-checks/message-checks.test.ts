import { spawnSync } from 'node:child_process'
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const root = path.resolve(import.meta.dirname, '../..')
const rule = './scripts/message-checks/message-checks.grit'

const refused: Record<string, string> = {
  'looks for words in it': `error.message.includes('already paid')`,
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
  let folder: string
  let said: string
  beforeAll(() => {
    folder = mkdtempSync(path.join(os.tmpdir(), 'marashi-sentences-'))
    writeFileSync(path.join(folder, 'biome.json'), JSON.stringify({ root: true, plugins: [path.join(root, rule)] }))
    for (const [index, line] of Object.values({ ...refused, ...allowed }).entries()) {
      writeFileSync(path.join(folder, `line-${index}.ts`), `export const decision = ${line}\n`)
    }
    const biome = path.join(root, 'node_modules/@biomejs/biome/bin/biome')
    const flags = ['lint', '--only=plugin', '--max-diagnostics=none', '.']
    const { stdout, stderr } = spawnSync(process.execPath, [biome, ...flags], { cwd: folder, encoding: 'utf8' })
    said = stdout + stderr
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  const names = [...Object.keys(refused), ...Object.keys(allowed)]
  it.each(Object.keys(refused))('%s is refused', (name) => {
    expect(said).toContain(`line-${names.indexOf(name)}.ts:`)
  })
  it.each(Object.keys(allowed))('%s is allowed', (name) => {
    expect(said).toContain('Checked')
    expect(said).not.toContain(`line-${names.indexOf(name)}.ts:`)
  })
})

it('is held to this rule in the whole project, but where somebody else gives no code', () => {
  const { plugins } = JSON.parse(readFileSync(path.join(root, 'biome.json'), 'utf8'))
  expect(plugins).toContain(rule)
  const sources = globSync('{apps,packages}/*/src/**/*.{ts,tsx}', { cwd: root })
  const excused = sources.filter((file) =>
    readFileSync(path.join(root, file), 'utf8').includes('biome-ignore lint/plugin'),
  )
  expect(excused.sort()).toEqual([
    'apps/api/src/db/database-failure.ts',
    'apps/api/src/modules/payments/providers/mpesa/daraja.ts',
    'apps/storefront/src/features/checkout/mpesa/mpesa-refusal.ts',
    'packages/e2e/src/page-problems.ts',
  ])
})
