import { type Argon2Parameters, argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { passwordHashForm } from '../../../env.ts'

// 64 MiB and three passes: a guess costs an attacker with a stolen hash as much as a login costs the shop.
const COST = { memory: 65_536, passes: 3, parallelism: 1 }

const derive = promisify(argon2)

/** A new argon2id hash of the password in the usual form, `$argon2id$v=19$m=65536,t=3,p=1$salt$hash`. */
export async function hashPassword(password: string, nonce = randomBytes(16)): Promise<string> {
  const tag = await derive('argon2id', { ...COST, nonce, tagLength: 32, message: readPassword(password) })
  return `$argon2id$v=19$m=${COST.memory},t=${COST.passes},p=${COST.parallelism}$${unpadded(nonce)}$${unpadded(tag)}`
}

/** True when the hash was made from this password. Takes 64 MiB while it runs. */
export async function isPasswordOf(hash: string, password: string): Promise<boolean> {
  const { tag, ...parameters } = readHash(hash)
  const found = await derive('argon2id', { ...parameters, message: readPassword(password) })
  return timingSafeEqual(found, tag)
}

/** Whether text is a hash that `isPasswordOf` understands. */
export const isPasswordHash = (text: string): boolean => passwordHashForm.test(text)

function readHash(hash: string): Omit<Argon2Parameters, 'message'> & { tag: Buffer } {
  const [, memory, passes, parallelism, salt = '', tag = ''] = passwordHashForm.exec(hash) ?? []
  const expected = Buffer.from(tag, 'base64')
  return {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    nonce: Buffer.from(salt, 'base64'),
    tagLength: expected.length,
    tag: expected,
  }
}

/** One keyboard composes an accented letter, another sends letter and accent: both mean the same password. */
const readPassword = (password: string) => Buffer.from(password.normalize('NFKC'))

const unpadded = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '')
