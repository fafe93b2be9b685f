import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { givenSettings } from './backup/settings-file.ts'
import { environmentKeys, givenVariables, readEnvironment } from './env.ts'
import { limitVariables } from './http/limits/limit-table.ts'

describe('TRUST_PROXY', () => {
  it.each(['10.0.0.0/8', '127.0.0.1, fd00::/8', 'loopback', '10.0.0.0/255.0.0.0', 'uniquelocal,203.0.113.7'])(
    'takes %s',
    (value) => {
      expect(readEnvironment({ TRUST_PROXY: value }).TRUST_PROXY).toBe(value)
    },
  )

  it.each(['1', '10.0.0.0/8,2', 'true', 'caddy', ','])('refuses %s, which would trust nobody', (value) => {
    expect(() => readEnvironment({ TRUST_PROXY: value })).toThrow(/TRUST_PROXY: must be .*10\.0\.0\.0\/8/)
  })

  it.each(['10.0.0.0/99', '10.0.0.0/8/8', 'fd00::/129', '10.0.0.0/x', 'loopback/8'])(
    'refuses %s, on which the start would fail without its name',
    (value) => {
      expect(() => readEnvironment({ TRUST_PROXY: value })).toThrow(/TRUST_PROXY: must be addresses or networks/)
    },
  )

  it('may stay empty', () => expect(readEnvironment({ TRUST_PROXY: '' }).TRUST_PROXY).toBeUndefined())
})

it('takes HOST=localhost for one address: a server of its own would listen on the other, without bounds', () => {
  expect(readEnvironment({ HOST: 'localhost' }).HOST).toBe('127.0.0.1')
})

it.each(['BACKUP_TO', 'DATA_DIR'])('refuses %s with ~, which only a shell takes for a home', (variable) => {
  for (const folder of ['~/nas/marashi', '~', '~amina/marashi'])
    expect(() => readEnvironment({ [variable]: folder })).toThrow(new RegExp(`${variable}: .*write the whole path`))
  expect(readEnvironment({ [variable]: '/mnt/nas~1' })).toMatchObject({ [variable]: '/mnt/nas~1' })
})

it('refuses limits of nothing: 5/0 would count no wrong password, 0/60 refuse every order', () => {
  for (const variable of limitVariables)
    for (const limit of ['0/900', '5/0', '0/0', '05/900'])
      expect(() => readEnvironment({ [variable]: limit }), limit).toThrow(
        `${variable}: must look like 3/3600 (how many in how many seconds, each at least 1) or be off`,
      )
  expect(readEnvironment({ LIMIT_LOGINS: '10/1' }).LIMIT_LOGINS).toBe('10/1')
})

describe('the address of a server', () => {
  const own = ['PUBLIC_URL', 'MPESA_BASE_URL', 'STRIPE_API_URL'] as const
  const withPath = ['S3_ENDPOINT', 'BACKUP_S3_ENDPOINT', 'OTEL_EXPORTER_OTLP_ENDPOINT'] as const

  it.each(own)('is what the shop puts its paths behind: %s may end in /, and has no path of its own', (variable) => {
    expect(readEnvironment({ [variable]: 'https://Api.Example.co.ke:443/' })[variable]).toBe(
      'https://api.example.co.ke',
    )
    for (const address of ['https://e.co.ke/shop', 'https://e.co.ke/?x=1', 'https://e.co.ke/#x', 'https://me@e.co.ke'])
      expect(() => readEnvironment({ [variable]: address }), address).toThrow(
        new RegExp(`${variable}: must be a server’s own address, without path, query or user, as https://`),
      )
  })

  it.each(withPath)('may have a path in %s', (variable) => {
    expect(readEnvironment({ [variable]: 'https://e.co.ke/storage/v1/' })[variable]).toBe('https://e.co.ke/storage/v1')
    for (const address of ['https://e.co.ke/?x=1', 'https://e.co.ke/#x', 'https://me:secret@e.co.ke'])
      expect(() => readEnvironment({ [variable]: address }), address).toThrow(`${variable}: must have no query or user`)
  })

  it.each([...own, ...withPath, 'SMTP_URL'])('is told in %s how it begins', (variable) => {
    const scheme = variable === 'SMTP_URL' ? 'smtps' : 'https'
    for (const address of ['marashi.example', 'mail.example:465', 'ftp://marashi.example', `${scheme}://`])
      expect(() => readEnvironment({ [variable]: address }), address).toThrow(
        new RegExp(`${variable}: must begin with ${scheme}://, as ${scheme}://`),
      )
  })
})

it('says in an owner’s words what is wrong with any variable', () => {
  const wrong = [
    'nobody',
    '5,000',
    '-1',
    '5.5',
    'not a host',
    'marashi.example:x',
    'https://e.co.ke/?x',
    '%',
    'x'.repeat(1_001),
  ]
  const refused = new Set<string>()
  for (const variable of environmentKeys)
    for (const value of [...wrong, 'postgresql://[', 'postgresql://me:%@h/d', 'smtps://[']) {
      const problem = problemOf({ [variable]: value })
      if (!problem) continue
      refused.add(variable)
      expect(problem).toMatch(new RegExp(`${variable}: (must|does not know) `))
      // What zod says by itself, and no owner can act on.
      expect(problem).not.toMatch(/\b(invalid|expected|received|pattern|too (small|big))\b/i)
    }
  const free =
    /KEY|SECRET|TOKEN|PASS|NAME|REGION|BUCKET|HEADERS|FILE|FAULT_POINT|MAIL_FROM|CREDENTIAL|BACKUP_TO|DATA_DIR/
  expect(environmentKeys.filter((variable) => !refused.has(variable) && !free.test(variable))).toEqual([])
})

it('names OTEL_EXPORTER_OTLP_HEADERS where a value in it cannot be read, which would end the start without its name', () => {
  for (const headers of ['authorization=Basic 50%', 'x-team=shop,authorization=%E0%A4%A'])
    expect(() => readEnvironment({ OTEL_EXPORTER_OTLP_HEADERS: headers }), headers).toThrow(
      'OTEL_EXPORTER_OTLP_HEADERS: must look like authorization=Bearer%20…, with %25 for % in a value',
    )
  for (const headers of ['authorization=Bearer%20a==', 'x-team=shop, authorization=Basic%2050%25', ''])
    expect(readEnvironment({ OTEL_EXPORTER_OTLP_HEADERS: headers }).OTEL_EXPORTER_OTLP_HEADERS).toBe(
      headers || undefined,
    )
})

function problemOf(source: Record<string, string>): string | undefined {
  try {
    readEnvironment(source)
  } catch (error) {
    return String(error)
  }
}

describe('a secret in a file', () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'marashi-secrets-'))
  afterAll(() => rmSync(folder, { recursive: true }))
  const fileWith = (name: string, text: string) => {
    const file = path.join(folder, name)
    writeFileSync(file, text)
    return file
  }
  const passkey = fileWith('passkey', 'bfb279f9\n')

  it('is read without the end of its line, also into a backup', () => {
    const source = { MPESA_PASSKEY_FILE: passkey, STRIPE_SECRET_KEY_FILE: '' }
    expect(readEnvironment(source)).toMatchObject({ MPESA_PASSKEY: 'bfb279f9' })
    expect(givenSettings(givenVariables(source))).toEqual([['MPESA_PASSKEY', 'bfb279f9']])
  })

  it('stops the start where it cannot be meant, with every reason at once', () => {
    const source = {
      PORT: 'x',
      MPESA_PASSKEY: 'another',
      MPESA_PASSKEY_FILE: passkey,
      STRIPE_SECRET_KEY_FILE: path.join(folder, 'none'),
      SMTP_URL_FILE: fileWith('empty', '\n'),
      METRICS_TOKEN_FILE: fileWith('short', 'short'),
      DATABASE_URL_FILE: folder,
    }
    for (const reason of [
      /MPESA_PASSKEY_FILE: MPESA_PASSKEY is set too/,
      /STRIPE_SECRET_KEY_FILE: there is no file .*none/,
      /SMTP_URL_FILE: .*empty is empty/,
      /METRICS_TOKEN: must have at least 16/,
      /DATABASE_URL_FILE: .* cannot be read \(EISDIR\)/,
      /PORT: /,
    ])
      expect(() => readEnvironment(source)).toThrow(reason)
  })
})
