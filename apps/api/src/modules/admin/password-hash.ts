import { type Argon2Parameters, argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { passwordHashForm } from '../../env.ts'
import { ShopError } from '../../kernel/errors.ts'

const COST = { memory: 65_536, passes: 3, parallelism: 1 } // design/reliability, Passwords
const MAX_AT_ONCE = 2
const MAX_WAITING = 20

const derive = promisify(argon2)

/** A new argon2id hash of the password in the usual form, `$argon2id$v=19$m=65536,t=3,p=1$salt$hash`. */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(16)
  const tag = await inTurn(() => derive('argon2id', { ...COST, nonce, tagLength: 32, message: readPassword(password) }))
  return `$argon2id$v=19$m=${COST.memory},t=${COST.passes},p=${COST.parallelism}$${unpadded(nonce)}$${unpadded(tag)}`
}

/**
 * True when the hash was made from this password. Throws SERVICE_UNAVAILABLE when too many wait for their turn: each
 * check takes 64 MiB, so at most two run at once.
 */
export async function isPasswordOf(hash: string, password: string): Promise<boolean> {
  const { tag, ...parameters } = readHash(hash)
  const found = await inTurn(() => derive('argon2id', { ...parameters, message: readPassword(password) }))
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

let running = 0
const waiting: (() => void)[] = []

async function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  if (running < MAX_AT_ONCE) running++
  else if (waiting.length >= MAX_WAITING) {
    throw new ShopError('SERVICE_UNAVAILABLE', 'Too many logins at once. Please try again in a moment.', {
      retryAfterSeconds: 5,
    })
  } else await new Promise<void>((begin) => waiting.push(begin))
  try {
    return await work()
  } finally {
    // The place is handed on, never free in between: a newcomer cannot take it before those who wait.
    const next = waiting.shift()
    if (next) next()
    else running--
  }
}
