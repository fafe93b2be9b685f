import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { freePort } from '@marashi/postgres/launch'
import { cloneDatabase } from '@marashi/postgres/test-databases'
import { afterAll, beforeAll, expect, inject, it, vi } from 'vitest'

const PATIENCE_MS = 60_000
const root = path.resolve(import.meta.dirname, '../../../..')
const dockerfile = readFileSync(path.join(root, 'Dockerfile'), 'utf8')
/** The program that follows a word of the Dockerfile's last stage. */
const programOf = (word: string): string[] =>
  JSON.parse(new RegExp(`^${word}(?: .*\\\\\\n {2}CMD)? (\\[.*\\])$`, 'm').exec(dockerfile)?.[1] ?? '[]')

let image: string
let database: { url: string; drop: () => Promise<void> }
let environment: Record<string, string | undefined>
let shop: ChildProcess
let output = ''

// The folder that the image is made of, by the commands of the Dockerfile.
beforeAll(async () => {
  image = mkdtempSync(path.join(os.tmpdir(), 'marashi-image-'))
  const isSource = (file: string) => !/[\\/](node_modules|\.turbo)$/.test(file)
  for (const name of ['package.json', 'pnpm-lock.yaml', 'pnpm-workspace.yaml', 'apps', 'packages'])
    cpSync(path.join(root, name), path.join(image, name), { recursive: true, filter: isSource })
  const install = ['install', '--frozen-lockfile', '--offline', '--prod', '--filter', '@marashi/api...']
  execFileSync('pnpm', install, { cwd: image, stdio: 'pipe', env: { ...process.env, CI: 'true' } })
  execFileSync(process.execPath, [path.join(root, 'scripts/slim-packages.mjs'), path.join(image, 'node_modules')])
  database = await cloneDatabase(inject('databaseTemplate'))
  const { PATH, HOME } = process.env
  environment = {
    PATH,
    HOME,
    NODE_ENV: 'production',
    PORT: String(await freePort()),
    PUBLIC_URL: 'https://marashi.invalid',
    DATABASE_URL: database.url,
    DATA_DIR: path.join(image, 'data'),
    ADMIN_PASSWORD: 'sandalwood at dawn',
  }
  const [, ...parameters] = programOf('CMD')
  shop = spawn(process.execPath, parameters, { cwd: image, env: environment, stdio: ['ignore', 'pipe', 'pipe'] })
  let printed = ''
  for (const stream of [shop.stdout, shop.stderr]) stream?.on('data', (text) => (printed += text))
  shop.stdout?.on('data', (text) => (output += text))
  const isReady = async () => {
    if (shop.exitCode !== null) throw new Error(`The shop ended:\n${printed}`)
    return (await fetch(`http://127.0.0.1:${environment.PORT}/readyz`).catch(() => undefined))?.ok
  }
  await vi.waitUntil(isReady, { timeout: PATIENCE_MS, interval: 100 })
}, 2 * PATIENCE_MS)

afterAll(async () => {
  await endShop()
  await database.drop()
  rmSync(image, { recursive: true, force: true })
})

async function endShop() {
  if (shop.exitCode !== null || shop.signalCode !== null) return
  const exited = once(shop, 'exit')
  shop.kill('SIGTERM')
  await exited
}

/** Runs `node` with these parameters in the image, with `typed` at its keyboard. */
async function run(parameters: string[], typed = '') {
  const child = spawn(process.execPath, parameters, { cwd: image, env: environment, stdio: ['pipe', 'pipe', 'pipe'] })
  let printed = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (printed += text))
  child.stdin.end(`${typed}\n`)
  const [code] = await once(child, 'exit')
  return { code, printed }
}
const command = (name: string, parameters: string[] = [], typed = '') =>
  run([`apps/api/src/commands/${name}.ts`, ...parameters], typed)

it('serves, and runs every command, with the packages of production alone', { timeout: 4 * PATIENCE_MS }, async () => {
  const [, ...health] = programOf('HEALTHCHECK')
  expect((await run(health)).code).toBe(0)
  expect(await command('migrate')).toEqual({ code: 0, printed: 'The database is up to date.\n' })
  expect(await command('back-up')).toMatchObject({ code: 0, printed: expect.stringMatching(/\nProven: /) })
  expect(await command('doctor')).toMatchObject({ printed: expect.stringMatching(/^ok {3}Database .*PostgreSQL/m) })
  expect(await command('set-password', [], 'amber and old oak')).toMatchObject({
    code: 0,
    printed: expect.stringMatching(/ADMIN_PASSWORD_HASH='\$argon2id/),
  })
  expect(await command('register-mpesa')).toMatchObject({
    code: 1,
    printed: expect.stringMatching(/Nothing was regist/),
  })
  expect(await command('restore', ['latest', '--replace'])).toMatchObject({
    code: 1,
    printed: expect.stringMatching(/A shop runs on this database/),
  })

  await endShop()
  expect(shop.exitCode).toBe(0)
  const log = output.trimEnd().split('\n')
  expect(log.map((line) => JSON.parse(line).msg)).toContain('Marashi is open: https://marashi.invalid')
  expect((await run(health)).code).toBe(1)
  expect(await command('restore', ['latest', '--replace'], 'replace')).toMatchObject({
    code: 0,
    printed: expect.stringMatching(/Every table has the rows and sums that it had/),
  })
  expect(await command('roll-back')).toMatchObject({
    code: 1,
    printed: expect.stringMatching(/There is no copy from before an update/),
  })
})

it('loads every package that a file of the server names, so nothing is slimmed away that it needs', {
  timeout: PATIENCE_MS,
}, async () => {
  const server = path.join(image, 'apps/api')
  const files = globSync('src/**/*.ts', { cwd: server }).filter((file) => !/\.test\.ts$|^src\/testing\//.test(file))
  const names = new Set<string>()
  for (const file of files)
    for (const [, name = ''] of readFileSync(path.join(server, file), 'utf8').matchAll(
      /(?:^import (?!type)[^'\n]*|^\} from |import\()'([@\w][\w@./-]*)'/gm,
    ))
      if (!/^(node:|@marashi\/)/.test(name)) names.add(name)
  expect(names.size).toBeGreaterThan(30)
  for (const name of ['libheif-js/wasm-bundle.js', 'web-push', 'sharp']) expect(names).toContain(name)
  const program = `for (const name of ${JSON.stringify([...names])}) await import(name)`
  const loaded = spawn(process.execPath, ['--input-type=module', '--eval', program], { cwd: server, stdio: 'pipe' })
  let problem = ''
  loaded.stderr.on('data', (text) => (problem += text))
  const [code] = await once(loaded, 'exit')
  expect({ code, problem }).toEqual({ code: 0, problem: '' })
})

it('says that it needs a database, because it brings none', { timeout: PATIENCE_MS }, async () => {
  const { DATABASE_URL, ...without } = environment
  const child = spawn(process.execPath, ['apps/api/src/main.ts'], { cwd: image, env: without, stdio: 'pipe' })
  let printed = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (printed += text))
  expect((await once(child, 'exit'))[0]).toBe(1)
  expect(DATABASE_URL).toBeDefined()
  expect(printed).toMatch(/no embedded PostgreSQL here .* Set DATABASE_URL/)
})
