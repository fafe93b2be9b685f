import { readFileSync } from 'node:fs'
import path from 'node:path'
import { parseEnv } from 'node:util'
import { describe, expect, it } from 'vitest'
import { environmentKeys, readEnvironment } from '../../apps/api/src/env.ts'
import { secretFileKeys } from '../../apps/api/src/secret-files.ts'

const root = path.resolve(import.meta.dirname, '../..')
const example = readFileSync(path.join(root, '.env.example'), 'utf8')

describe('.env.example', () => {
  it('names exactly the variables the shop reads', () => {
    expect(Object.keys(parseEnv(example)).sort()).toEqual(environmentKeys.toSorted())
  })

  it('changes nothing when it is copied as it is', () => {
    expect(readEnvironment(parseEnv(example))).toEqual(readEnvironment({}))
  })

  it('explains every variable', () => {
    const unexplained = example.split(/\n{2,}/).filter((part) => /^[A-Z_]+=/m.test(part) && !part.startsWith('# '))
    expect(unexplained).toEqual([])
  })

  it('names every secret that a file may hold, and leaves none out', () => {
    const [head = ''] = example.split(/\n{2,}/).filter((part) => part.includes('_FILE='))
    const named = [...head.matchAll(/^# ([A-Z0-9_]+_FILE(?: |$).*)/gm)].flatMap(([, names = '']) => names.split(' '))
    expect(named.toSorted()).toEqual([...secretFileKeys].toSorted())
    // Stripe's publishable key is in every browser; a certificate is nobody's secret.
    const isSecret =
      /(SECRET|PASSWORD|PASSWORD_HASH|KEY|TOKEN|CREDENTIAL|PASSKEY|DATABASE\w*_URL|SMTP_URL|OTLP_HEADERS)$/
    const secrets = environmentKeys.filter((key) => isSecret.test(key) && key !== 'STRIPE_PUBLISHABLE_KEY')
    expect(secrets.map((key) => `${key}_FILE`).toSorted()).toEqual([...secretFileKeys].toSorted())
  })
})
