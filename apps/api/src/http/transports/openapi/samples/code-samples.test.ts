import { spawnSync } from 'node:child_process'
import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type DocumentedOperation, documentedOperations } from '../../../../testing/documented-operations.ts'
import { openSandboxShop, type SandboxShop } from '../../../../testing/guides/sandbox-shop.ts'
import { runProgram } from '../../../../testing/guides/snippets.ts'

type Sampled = DocumentedOperation & { 'x-codeSamples'?: { lang: string; label: string; source: string }[] }

/** The ids and the password of the examples are nobody's, and cards are not set up; everything else of them is right. */
const absent = /no order with this ID|does not exist any more|Invalid password|Card payment is not configured/

const statement = `Receipt No.,Completion Time,Initiation Time,Details,Transaction Status,Paid In,Withdrawn,Reason Type,Other Party Info,Linked Transaction ID,A/C No.
TKSAME0001,20-11-2026 10:00:00,,Pay Bill Online,Completed,4500.00,,Pay Bill Online,2547****678 - AMINA,,
`

let sandbox: SandboxShop
let folder: string
let operations: Sampled[]
beforeAll(async () => {
  sandbox = await openSandboxShop({ LIMIT_KEYS: 'off' })
  const document = (await sandbox.shop.app.inject('/api/openapi.json')).json()
  operations = documentedOperations(document).filter(({ tags }) => !tags?.includes('Gateways'))
  folder = await mkdtemp(path.join(os.tmpdir(), 'marashi-samples-'))
  const picture = fileURLToPath(new URL('../../../../../../storefront/public/share.jpg', import.meta.url))
  await copyFile(picture, path.join(folder, 'image.jpg'))
  await writeFile(path.join(folder, 'file.csv'), statement)
})
afterAll(async () => {
  await rm(folder, { recursive: true })
  await sandbox[Symbol.asyncDispose]()
})

const sampleOf = (operation: Sampled, label: string) =>
  operation['x-codeSamples']?.find((sample) => sample.label === label)?.source ?? ''
const named = (name: string) => operations.find((operation) => operation.name === name) as Sampled

describe('each operation', () => {
  it('is shown in curl and in TypeScript', () => {
    expect(operations.length).toBeGreaterThan(100)
    for (const operation of operations) {
      expect(
        operation['x-codeSamples']?.map(({ label }) => label),
        operation.name,
      ).toEqual(['curl', 'TypeScript'])
    }
    expect(sampleOf(named('PATCH /products/{id}'), 'curl')).toBe(
      [
        `curl -X PATCH '${sandbox.url}/api/products/5b0a7f2e-8c1d-4e3f-9a6b-1c2d3e4f5a6b' \\`,
        '  -H "Authorization: Bearer $MARASHI_KEY" \\',
        "  -H 'Content-Type: application/json' \\",
        `  -d '{`,
        '  "price": 4200',
        "}'",
      ].join('\n'),
    )
    expect(sampleOf(named('PATCH /products/{id}'), 'TypeScript')).toContain('  body: {\n    price: 4200\n  },\n')
  })

  const hasCurl = spawnSync('curl', ['--version']).error === undefined
  it.skipIf(!hasCurl)(
    'has a sample in curl that the shop understands (needs curl)',
    async () => {
      const { PATH } = process.env
      const env = { PATH, MARASHI_KEY: await sandbox.makeKey() }
      const misunderstood: string[] = []
      for (const operation of operations) {
        if (/MARASHI_COOKIE/.test(sampleOf(operation, 'curl'))) continue
        const script = sampleOf(operation, 'curl').replace('curl', String.raw`curl -sS -w '\n%{http_code}'`)
        // With a socket for its input bash takes itself for a remote shell, and reads the settings of whoever runs the tests.
        const printed = await runProgram('bash', ['--norc', '-c', script], { cwd: folder, env })
        const [, body = '', status = ''] = /^([\s\S]*)\n(\d+)$/.exec(printed) ?? []
        const isUnderstood = /^(2\d\d|404|409)$/.test(status) || absent.test(body)
        if (!isUnderstood || body.includes('nothing at this address')) {
          misunderstood.push(`${operation.name}: ${status} ${body.slice(0, 200)}`)
        }
      }
      expect(misunderstood).toEqual([])
    },
    120_000,
  )
})
