import { createHash } from 'node:crypto'
import { idempotencyKey } from '@marashi/domain/contracts/checkout'
import { ShopError } from '../../shop-error.ts'
import type { Context } from '../context.ts'

/** A write that its caller may send again: one `Idempotency-Key` of one caller for one operation. */
export interface RequestClaim {
  /** `owner`, or a key of the API. */
  caller: string
  /** `POST /admin/payments`. */
  operation: string
  key: string
  /** Of everything that was sent but the headers. */
  requestHash: string
}

/**
 * The claim of a request that came with an `Idempotency-Key`; undefined for a visitor, who has no name to keep answers under. Throws
 * BAD_REQUEST for a malformed key, and as `readInput`, which lets the caller in.
 */
export async function claimOf(
  ctx: Context,
  operation: string,
  readInput: () => Promise<unknown>,
): Promise<RequestClaim | undefined> {
  const caller = await callerName(ctx)
  if (caller === undefined) return undefined
  const input = await readInput()
  const key = readIdempotencyKey(ctx.caller.idempotencyKey) ?? ''
  return { caller, operation, key, requestHash: hashOf(input) }
}

async function callerName(ctx: Context): Promise<string | undefined> {
  const apiKey = await ctx.liveKey()
  if (apiKey) return `key ${apiKey.id}`
  return (await ctx.isAdministrator()) ? 'owner' : undefined
}

/** The `Idempotency-Key` header in its form. Throws BAD_REQUEST. */
export function readIdempotencyKey(header: string | undefined): string | undefined {
  if (header === undefined || idempotencyKey.test(header)) return header
  throw new ShopError('BAD_REQUEST', 'The Idempotency-Key must be 1 to 255 visible characters.')
}

/**
 * The same for the same input, whatever the order of its fields. A password is left out: its hash could be guessed from. Throws
 * BAD_REQUEST for what is nested more deeply than the stack is deep, which may come before the contract has refused it.
 */
export function hashOf(input: unknown): string {
  const text = Buffer.isBuffer(input) ? input : sortedText(input)
  return createHash('sha256').update(text).digest('hex')
}

function sortedText(input: unknown): string {
  try {
    return JSON.stringify(input, sortFields) ?? ''
  } catch (problem) {
    if (problem instanceof RangeError) throw new ShopError('BAD_REQUEST', 'The input is nested too deeply.')
    throw problem
  }
}

const sortFields = (name: string, value: unknown) =>
  name === 'password'
    ? undefined
    : typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
      : value

/** A UUID that is the same whenever the request is repeated, for what its verb stores once. */
export function repeatIdOf(claim: RequestClaim): string {
  const digits = hashOf(claim)
  const variant = ((Number.parseInt(digits.charAt(16), 16) & 3) | 8).toString(16)
  const parts = [digits.slice(0, 8), digits.slice(8, 12), `8${digits.slice(13, 16)}`, variant + digits.slice(17, 20)]
  return [...parts, digits.slice(20, 32)].join('-')
}
