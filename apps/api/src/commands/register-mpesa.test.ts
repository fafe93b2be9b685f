import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { buildTestApp } from '../testing/build-test-app.ts'

it('shows the secret addresses to nobody where M-Pesa cannot be told of them', { timeout: 180_000 }, async () => {
  await using shop = await buildTestApp()
  const command = fileURLToPath(new URL('register-mpesa.ts', import.meta.url))
  const { PATH } = process.env
  const run = promisify(execFile)(process.execPath, [command], { env: { PATH, DATABASE_URL: shop.databaseUrl } })
  const refused = await run.catch((error: { stdout: string; stderr: string }) => error)
  expect(refused.stderr).toContain('Nothing was registered.')
  const [{ token } = { token: '' }] = await shop.query<{ token: string }>('select token from confirmation_addresses')
  expect(token).toHaveLength(64)
  expect(refused.stdout + refused.stderr).not.toContain(token)
})
