import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { DCLinter } from 'dclint'
import { validate } from 'dockerfile-utils'
import { afterAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { wantsDemo, wantsInventedGoods } from '../../apps/api/src/demo/wants-demo.ts'
import { environmentKeys, readEnvironment } from '../../apps/api/src/env.ts'
import { secretFileKeys } from '../../apps/api/src/secret-files.ts'
import { checkSettings } from '../../apps/api/src/settings/check-settings.ts'
import { smallMemory } from '../small-memory.mjs'

const root = path.resolve(import.meta.dirname, '../..')
const local = path.join(root, 'docker-compose.yml')
const production = path.join(root, 'docker-compose.production.yml')
const dockerfile = readFileSync(path.join(root, 'Dockerfile'), 'utf8')
/** What apps/api/src/main.ts takes at most after DRAIN_SECONDS. */
const EXIT_SECONDS = 40
const workshop = mkdtempSync(path.join(os.tmpdir(), 'marashi-compose-'))
afterAll(() => rmSync(workshop, { recursive: true, force: true }))

describe.each([local, production])('%s', (file) => {
  const { services } = read(file)
  const shops = shopsOf(file)

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
    // Its address has a value, that of the database beside the shop, and may not be set both ways.
    if (file === production) forOwners.push(...secretFileKeys.filter((key) => key !== 'DATABASE_URL_FILE'))
    for (const shop of shops) expect(Object.keys(shop.environment).sort()).toEqual(forOwners.sort())
  })

  it('starts the shop when the database answers, and keeps its data where PostgreSQL 18 puts it', () => {
    for (const shop of shops) expect(shop.depends_on.database?.condition).toBe('service_healthy')
    expect(services.database.volumes).toEqual(['database:/var/lib/postgresql'])
  })

  it('asks the database as the shop reaches it: one that its image still makes answers at its socket alone', () => {
    expect(services.database.healthcheck.test).toContain('--host=127.0.0.1')
  })

  it('gives the shop no rights that it does not need, and this machine alone a way in', () => {
    for (const { cap_drop, read_only, security_opt, ports = [] } of shops) {
      expect({ cap_drop, read_only, security_opt }).toEqual({
        cap_drop: ['ALL'],
        read_only: true,
        security_opt: ['no-new-privileges:true'],
      })
      expect(ports.filter((port: string) => !port.startsWith('127.0.0.1:'))).toEqual([])
    }
    expect(services.database.ports).toBeUndefined()
  })

  it('names an exact version of every image that it fetches', () => {
    const fetched = Object.values<Service>(services).filter((service) => !isShop(service))
    for (const { image } of fetched) expect(image).toMatch(/:v?\d+\.\d+(\.\d+)?$/)
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
    const [shop] = shopsOf(local)
    expect(shop?.ports?.map(withDefaults)).toEqual([
      `127.0.0.1:${env.DEMO_PHONE_PORT}:${env.DEMO_PHONE_PORT}`,
      `127.0.0.1:${new URL(env.PUBLIC_URL).port}:${env.PORT}`,
    ])
  })
})

describe('the store and the mailbox of docker compose up', () => {
  const { services } = read(local)
  const env = readEnvironment(settingsOf(local))

  it('take what the shop sends them, under the names and keys that it knows', () => {
    const { environment } = services.store
    expect({
      S3_ENDPOINT: env.S3_ENDPOINT,
      S3_BUCKET: env.S3_BUCKET,
      S3_ACCESS_KEY: env.S3_ACCESS_KEY,
      S3_SECRET_KEY: env.S3_SECRET_KEY,
    }).toEqual({
      S3_ENDPOINT: 'http://store:8333',
      S3_BUCKET: environment.S3_BUCKET,
      S3_ACCESS_KEY: environment.AWS_ACCESS_KEY_ID,
      S3_SECRET_KEY: environment.AWS_SECRET_ACCESS_KEY,
    })
    expect(services).toHaveProperty(new URL(env.SMTP_URL ?? '').hostname)
    expect(services.shop.depends_on.store.condition).toBe('service_healthy')
  })

  it('are there for this machine alone', () => {
    expect(services.store.ports).toBeUndefined()
    for (const port of services.mail.ports) expect(port).toMatch(/^127\.0\.0\.1:/)
  })
})

describe('docker compose -f docker-compose.production.yml up', () => {
  const { name, services } = read(production)

  it('asks for the password and the address, and has neither built in', () => {
    expect(services.database.environment.POSTGRES_PASSWORD).toMatch(/^\$\{POSTGRES_PASSWORD:\?.+\}$/)
    expect(services['shop-1'].environment.PUBLIC_URL).toMatch(/^\$\{PUBLIC_URL:\?.+\}$/)
  })

  it('invents nothing, and opens when the owner has set what it asks for', () => {
    const env = readEnvironment({
      ...settingsOf(production),
      PUBLIC_URL: 'https://marashi.co.ke',
      ADMIN_PASSWORD: 'sandalwood at dawn',
    })
    expect([wantsInventedGoods(env), wantsDemo(env)]).toEqual([false, false])
    expect(checkSettings(env).unsafe).toEqual([])
    expect(checkSettings(env).doubtful.filter((line) => line.startsWith('TRUST_PROXY'))).toEqual([])
  })

  it('keeps its data in the database beside it, or in the owner’s where the owner names one', () => {
    expect(settingsOf(production).DATABASE_URL).toBe('postgresql://marashi:@database:5432/marashi')
    expect(services['shop-1'].environment.DATABASE_URL).toMatch(/^\$\{DATABASE_URL:-/)
  })

  it('runs two processes alike, and replaces the second one when the first one is ready', () => {
    const [{ depends_on: first, build, ...one }, { depends_on: second, ...other }] = [
      services['shop-1'],
      services['shop-2'],
    ]
    // Alone: two that are built at once under one name are in each other's way.
    expect(build).toEqual({ context: '.' })
    expect(one).toEqual(other)
    expect(second).toEqual({ ...first, 'shop-1': { condition: 'service_healthy' } })
  })

  it('lets shoppers in through the tested proxy alone, which knows both processes and the address', () => {
    const { proxy } = services
    expect(proxy.volumes).toContain('./docs/proxies:/etc/caddy:ro')
    expect(proxy.environment).toEqual({
      SHOP_ADDRESS: expect.stringMatching(/^\$\{PUBLIC_URL\}$/),
      SHOP_PROCESSES: 'shop-1:4000 shop-2:4000',
    })
    const caddyfile = readFileSync(path.join(root, 'docs/proxies/Caddyfile'), 'utf8')
    for (const variable of Object.keys(proxy.environment)) expect(caddyfile).toContain(`{$${variable}:`)
    expect(Object.keys(services).filter((each) => services[each].ports)).toEqual(['proxy'])
  })

  it('knows shoppers of IPv6 by their own addresses: what publishes ports has a network with IPv6', () => {
    const { networks } = read(production)
    for (const { ports, networks: own = [] } of Object.values<Service>(services)) {
      if (!ports) continue
      const [withIpv6] = own.map((each) => networks?.[each]).filter((each) => each?.enable_ipv6 === true)
      expect(withIpv6?.ipam.config).toContainEqual({ subnet: expect.stringMatching(/^fd.+::\/64$/) })
    }
  })

  it('bounds memory, processes and logs of everything, and leaves time to end in', () => {
    for (const service of Object.values<Service>(services))
      expect(service).toMatchObject({
        mem_limit: expect.stringMatching(/^\d+[mg]$/),
        pids_limit: 200,
        logging: { driver: 'local' },
      })
    const graceSeconds = Number.parseInt(services['shop-1'].stop_grace_period, 10)
    const { DRAIN_SECONDS } = readEnvironment(settingsOf(production))
    expect(graceSeconds).toBeGreaterThanOrEqual(DRAIN_SECONDS + EXIT_SECONDS)
  })

  it('keeps its data apart from those of the shop that was tried out', () => {
    expect(name).not.toBe(read(local).name)
  })
})

describe('the password of a shop that does not open without one', () => {
  it('comes from a container of its own: one that is started again and again takes no command', () => {
    const guide = readFileSync(path.join(root, 'docs/operations.md'), 'utf8').replaceAll(/\s+/g, ' ')
    const command =
      'docker compose -f docker-compose.production.yml run --rm shop-1 node apps/api/src/commands/set-password.ts'
    expect(guide).toContain(`\`${command}\``)
    expect(Object.keys(read(production).services)).toContain('shop-1')
    expect(existsSync(path.join(root, command.split(' ').at(-1) ?? ''))).toBe(true)
    expect(checkSettings(readEnvironment(settingsOf(production))).unsafe.join()).toContain(
      'docs/operations.md#password',
    )
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

interface Service {
  build?: object
  image?: string
  depends_on: Record<string, { condition: string }>
  environment: Record<string, string>
  ports?: string[]
  networks?: string[]
  cap_drop: string[]
  read_only: boolean
  security_opt: string[]
}

function read(file: string) {
  return parse(readFileSync(file, 'utf8'), { merge: true })
}

/** The services that run the image of this repository. */
function shopsOf(file: string): Service[] {
  return Object.values<Service>(read(file).services).filter(isShop)
}

const isShop = ({ build, image }: Service) => build !== undefined || image === 'marashi'

function usageErrorsOf(file: string): string[] {
  const linter = new DCLinter({ rules: {}, quiet: false, debug: false, exclude: [] })
  const results: { messages: { message: string }[] }[] = linter.lintFiles([file], false)
  return results.flatMap(({ messages }) => messages.map(({ message }) => message))
}

/** What the shop's container sees when its owner sets nothing. */
function settingsOf(file: string): Record<string, string> {
  const [shop] = shopsOf(file)
  return Object.fromEntries(Object.entries(shop?.environment ?? {}).map(([key, value]) => [key, withDefaults(value)]))
}

/** Only what stands behind `:-`, where another variable may stand; one that is asked for has no value. */
function withDefaults(value: string): string {
  const inner = value.replace(/\$\{\w+(?::-([^{}]*)|:\?[^{}]*)?\}/g, (_all, given = '') => given)
  return inner === value ? value : withDefaults(inner)
}
