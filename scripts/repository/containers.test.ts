import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { DCLinter } from 'dclint'
import { validate } from 'dockerfile-utils'
import { afterAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { wantsDemo, wantsInventedGoods } from '../../apps/api/src/demo/wants-demo.ts'
import { environmentKeys, readEnvironment } from '../../apps/api/src/env.ts'
import { checkSettings } from '../../apps/api/src/settings/check-settings.ts'
import { smallMemory } from '../small-memory.mjs'

const root = path.resolve(import.meta.dirname, '../..')
const local = path.join(root, 'docker-compose.yml')
const production = path.join(root, 'docker-compose.production.yml')
const dockerfile = readFileSync(path.join(root, 'Dockerfile'), 'utf8')
const workshop = mkdtempSync(path.join(os.tmpdir(), 'marashi-compose-'))
afterAll(() => rmSync(workshop, { recursive: true, force: true }))

describe.each([local, production])('%s', (file) => {
  const { services } = parse(readFileSync(file, 'utf8'))

  it('is accepted by the linter, which refuses a broken one', () => {
    expect(usageErrorsOf(file)).toEqual([])
    const broken = path.join(workshop, path.basename(file))
    copyFileSync(file, broken)
    writeFileSync(broken, readFileSync(broken, 'utf8').replace('depends_on:', 'depends_upon:'))
    expect(usageErrorsOf(broken)).not.toEqual([])
  })

  it('lets the owner set every variable of the shop', () => {
    const elsewhere = file === local ? ['FAULT_POINT'] : ['FAULT_POINT', 'DEMO_PHONE_PORT']
    const forOwners = environmentKeys.filter((key) => !elsewhere.includes(key))
    expect(Object.keys(services.shop.environment).sort()).toEqual(forOwners.sort())
  })

  it('starts the shop when the database answers, and keeps its data where PostgreSQL 18 puts it', () => {
    expect(services.shop.depends_on.database.condition).toBe('service_healthy')
    expect(services.database.volumes).toEqual(['database:/var/lib/postgresql'])
  })

  it('gives the shop no rights that it does not need, and this machine alone a way in', () => {
    const { cap_drop, read_only, security_opt, ports } = services.shop
    expect({ cap_drop, read_only, security_opt }).toEqual({
      cap_drop: ['ALL'],
      read_only: true,
      security_opt: ['no-new-privileges:true'],
    })
    expect(ports.filter((port: string) => !port.startsWith('127.0.0.1:'))).toEqual([])
    expect(services.database.ports).toBeUndefined()
  })
})

describe('docker compose up', () => {
  const settings = settingsOf(local)

  it('asks for no variable', () => {
    expect(readFileSync(local, 'utf8')).not.toMatch(/\$\{\w+:?\?/)
  })

  it('opens a shop to try out: invented perfumes, a demo of M-Pesa, a phone that the browser reaches', () => {
    const env = readEnvironment(settings)
    expect(wantsInventedGoods(env)).toBe(true)
    expect(wantsDemo(env)).toBe(true)
    expect(checkSettings(env)).toEqual({ unsafe: [], doubtful: [] })
    const { ports } = parse(readFileSync(local, 'utf8')).services.shop
    expect(ports.map(withDefaults)).toEqual([
      `127.0.0.1:${env.DEMO_PHONE_PORT}:${env.DEMO_PHONE_PORT}`,
      `127.0.0.1:${new URL(env.PUBLIC_URL).port}:${env.PORT}`,
    ])
  })
})

describe('docker compose -f docker-compose.production.yml up', () => {
  const { name, services } = parse(readFileSync(production, 'utf8'))

  it('asks for the password and the address, and has neither built in', () => {
    expect(services.database.environment.POSTGRES_PASSWORD).toMatch(/^\$\{POSTGRES_PASSWORD:\?.+\}$/)
    expect(services.shop.environment.PUBLIC_URL).toMatch(/^\$\{PUBLIC_URL:\?.+\}$/)
  })

  it('invents nothing, and opens when the owner has set what it asks for', () => {
    const env = readEnvironment({
      ...settingsOf(production),
      PUBLIC_URL: 'https://marashi.co.ke',
      ADMIN_PASSWORD: 'sandalwood at dawn',
    })
    expect([wantsInventedGoods(env), wantsDemo(env)]).toEqual([false, false])
    expect(checkSettings(env).unsafe).toEqual([])
  })

  it('keeps its data apart from those of the shop that was tried out', () => {
    expect(name).not.toBe(parse(readFileSync(local, 'utf8')).name)
  })
})

describe('Dockerfile', () => {
  it('is accepted by the validator, which refuses a broken one', () => {
    expect(validate(dockerfile)).toEqual([])
    expect(validate(dockerfile.replace('EXPOSE 4000', 'EXPOSES 4000'))).not.toEqual([])
  })

  it('brings the pnpm that wrote the lock file', () => {
    const { packageManager } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'))
    expect(dockerfile).toContain(`npm install --global ${packageManager}`)
  })

  it('runs Node itself, not as root, so that a stop reaches the shop', () => {
    const last = dockerfile.split(/^FROM /m).at(-1)
    expect(last).toMatch(/^USER node$/m)
    expect(last).toMatch(/^CMD \["node", /m)
  })

  it('keeps the shop as small in memory as npm start does', () => {
    const last = dockerfile.split(/^FROM /m).at(-1)
    for (const flag of smallMemory.flags) expect(last).toContain(`"${flag}"`)
    for (const [name, value] of Object.entries(smallMemory.env)) expect(last).toContain(`ENV ${name}=${value}\n`)
  })
})

function usageErrorsOf(file: string): string[] {
  const linter = new DCLinter({ rules: {}, quiet: false, debug: false, exclude: [] })
  const results: { messages: { message: string }[] }[] = linter.lintFiles([file], false)
  return results.flatMap(({ messages }) => messages.map(({ message }) => message))
}

/** What the shop's container sees when its owner sets nothing. */
function settingsOf(file: string): Record<string, string> {
  const { environment } = parse(readFileSync(file, 'utf8')).services.shop as { environment: Record<string, string> }
  return Object.fromEntries(Object.entries(environment).map(([key, value]) => [key, withDefaults(value)]))
}

/** Only what stands behind `:-`; a variable that is asked for has no value. */
function withDefaults(value: string): string {
  return value.replace(/\$\{\w+(?::-([^}]*)|:\?[^}]*)?\}/g, (_all, given = '') => given)
}
