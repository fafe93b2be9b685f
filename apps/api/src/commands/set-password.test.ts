import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'

let DATA_DIR: string
beforeAll(() => {
  DATA_DIR = mkdtempSync(path.join(os.tmpdir(), 'marashi-set-password-'))
})
afterAll(() => rmSync(DATA_DIR, { recursive: true }))

/** `npm run password` with a password piped in, on a database that is away. */
function choose(password: string, settings: Record<string, string> = {}) {
  const { PATH } = process.env
  const { status, stdout, stderr } = spawnSync(process.execPath, [path.join(import.meta.dirname, 'set-password.ts')], {
    env: { PATH, DATA_DIR, DATABASE_URL: 'postgres://127.0.0.1:1/away', ...settings },
    input: `${password}\n`,
    encoding: 'utf8',
  })
  return { status, stdout, stderr }
}

it.each<Record<string, string>>([{}, { NODE_ENV: 'production' }])(
  'prints the hash that a shop in production wants, asked for with %o',
  (settings) => {
    expect(choose('amber and old oak', settings).stdout).toMatch(/^ADMIN_PASSWORD_HASH='\$argon2id\$[^']+'$/m)
  },
)

it.each([
  [
    'settings that cannot be read',
    'amber and old oak',
    { PORT: 'four thousand' },
    /^The environment is not right:\n {2}PORT/,
  ],
  ['a weak password', 'oud', {}, /^This password .* Nothing was changed\.$/],
  ['a database that is away', 'amber and old oak', {}, /ECONNREFUSED/],
])('tells of %s in words, and ends', (_what, password, settings, words) => {
  const { status, stderr } = choose(password, settings)
  expect(status).toBe(1)
  expect(stderr.trim()).toMatch(words)
  expect(stderr).not.toMatch(/^ {4}at /m)
})
