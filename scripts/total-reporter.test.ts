import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

const root = path.resolve(import.meta.dirname, '..')
let folder: string
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'marashi-total-test-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

describe('the total of a test run', () => {
  it('counts what passed, what failed and what was left out', () => {
    expect(
      totalOf({ 'a.test.mjs': `it('a', () => {}); it('b', () => { throw 1 }); it.todo('c'); it.skip('d')` }),
    ).toEqual({
      passed: 1,
      failed: 1,
      skipped: 2,
    })
  })

  it('counts a test file that cannot be loaded as a failed test', () => {
    expect(totalOf({ 'a.test.mjs': `it('a', () => {})`, 'b.test.mjs': `import './missing.mjs'` })).toEqual({
      passed: 1,
      failed: 1,
      skipped: 0,
    })
  })

  it('counts a failed preparation and an error outside of any test', () => {
    const prepared = `describe('d', () => { beforeAll(() => { throw 1 }); it('a', () => {}) })`
    expect(totalOf({ 'a.test.mjs': prepared }).failed).toBe(1)
    const thrown = `it('a', async () => { setTimeout(() => { throw 1 }); await new Promise((r) => setTimeout(r, 50)) })`
    expect(totalOf({ 'a.test.mjs': thrown }).failed).toBe(1)
  })
})

function totalOf(files: Record<string, string>): { passed: number; failed: number; skipped: number } {
  for (const [name, source] of Object.entries(files)) writeFileSync(path.join(folder, name), source)
  const file = path.join(folder, 'total.json')
  const reporter = `--reporter=${path.join(root, 'scripts/total-reporter.ts')}`
  const vitest = path.join(root, 'node_modules/vitest/vitest.mjs')
  spawnSync(process.execPath, [vitest, 'run', '--globals', '--root', folder, reporter], {
    env: { PATH: process.env.PATH, TOTAL_FILE: file },
    encoding: 'utf8',
  })
  return JSON.parse(readFileSync(file, 'utf8'))
}
