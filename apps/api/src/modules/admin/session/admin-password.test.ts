import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { readEnvironment } from '../../../env.ts'
import { adminPasswordHash, generatePassword, savePassword } from './admin-password.ts'
import { hashPassword, isPasswordOf } from './password-hash.ts'

let DATA_DIR: string
beforeEach(async () => {
  DATA_DIR = await mkdtemp(path.join(tmpdir(), 'marashi-password-'))
})
afterEach(() => rm(DATA_DIR, { recursive: true }))

const env = (more: Record<string, string> = {}) => readEnvironment({ NODE_ENV: 'development', DATA_DIR, ...more })

describe('the administrator’s password', () => {
  it('is generated once where there is none, and saved as a hash that only the owner may read', async () => {
    const generated = await Promise.all([generatePassword(env()), generatePassword(env()), generatePassword(env())])
    const passwords = generated.filter((each) => each !== undefined)
    expect(passwords).toEqual([expect.stringMatching(/^(\w{4}-){3}\w{4}$/)])
    expect(await isPasswordOf(await adminPasswordHash(env()), String(passwords[0]))).toBe(true)
    expect(await generatePassword(env())).toBeUndefined()
    expect(await readdir(DATA_DIR)).toEqual(['admin-password'])
    const file = path.join(DATA_DIR, 'admin-password')
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    expect(await readFile(file, 'utf8')).not.toContain(passwords[0])
  })

  it('can be chosen while the shop runs', async () => {
    await generatePassword(env())
    await savePassword(env(), 'chosen by the owner')
    expect(await isPasswordOf(await adminPasswordHash(env()), 'chosen by the owner')).toBe(true)
  })

  it('comes from the environment first, its hash before itself', async () => {
    await generatePassword(env())
    expect(await isPasswordOf(await adminPasswordHash(env({ ADMIN_PASSWORD: 'plain' })), 'plain')).toBe(true)
    const hash = await hashPassword('hashed')
    expect(await adminPasswordHash(env({ ADMIN_PASSWORD: 'plain', ADMIN_PASSWORD_HASH: hash }))).toBe(hash)
  })

  it('is hashed at the next login where it could not be at the first', async () => {
    const settings = env({ ADMIN_PASSWORD: 'plain' })
    const failing = vi.spyOn(String.prototype, 'normalize').mockImplementationOnce(() => {
      throw new Error('out of memory')
    })
    await expect(adminPasswordHash(settings)).rejects.toThrow('out of memory')
    failing.mockRestore()
    expect(await isPasswordOf(await adminPasswordHash(settings), 'plain')).toBe(true)
  })

  it('does not guess what a damaged file meant', async () => {
    await writeFile(path.join(DATA_DIR, 'admin-password'), 'secret')
    await expect(adminPasswordHash(env())).rejects.toThrow('npm run password')
  })

  it('is refused as a hash that no login could match', () => {
    expect(() => env({ ADMIN_PASSWORD_HASH: '$2b$12$abcdefghijklmnopqrstuv' })).toThrow('ADMIN_PASSWORD_HASH')
  })
})

describe('hashing', () => {
  it('costs as much as configured and never gives the same hash twice', async () => {
    const [first, second] = await Promise.all([hashPassword('same'), hashPassword('same')])
    expect(first).toMatch(/^\$argon2id\$v=19\$m=65536,t=3,p=1\$/)
    expect(second).not.toBe(first)
  })

  it('reads a hash that another tool made', async () => {
    // From argon2's reference implementation: echo -n password | argon2 somesalt -id -t 2 -m 16 -p 1
    const hash = '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc'
    expect(await isPasswordOf(hash, 'password')).toBe(true)
    expect(await isPasswordOf(hash, 'Password')).toBe(false)
  })

  it('knows a password again that another keyboard composes differently', async () => {
    expect(await isPasswordOf(await hashPassword('caf\u00e9'), 'cafe\u0301')).toBe(true)
  })
})
