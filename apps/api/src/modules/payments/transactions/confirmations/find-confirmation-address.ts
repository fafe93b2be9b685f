import { createHash, timingSafeEqual } from 'node:crypto'
import { db } from '../../../../db/db.ts'
import type { Context } from '../../../../http/context.ts'
import { notFound } from '../../../../shop-error.ts'
import type { PaymentProvider } from '../../providers/provider.ts'

/** The address that a report came to. */
export interface ReportedTo {
  tokenHash: string
  isReplaced: boolean
}

/**
 * Which of a provider's confirmation addresses a token is the end of: the one that it was given last, or one that was replaced
 * and still receives. Throws NOT_FOUND for any other, in the same time for each.
 */
export async function findConfirmationAddress(
  { em, clock }: Pick<Context, 'em' | 'clock'>,
  { method }: PaymentProvider,
  token: string,
): Promise<ReportedTo> {
  const digest = digestOf(token)
  const tokenHash = digest.toString('hex')
  const stored = await db(em)
    .selectFrom('confirmation_addresses')
    .select('token')
    .where('gateway', '=', method)
    .executeTakeFirst()
  if (stored && timingSafeEqual(digestOf(stored.token), digest)) return { tokenHash, isReplaced: false }
  const replaced = await openReplacedAddresses(em, clock(), method)
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst()
  if (!replaced) throw notFound('Address')
  return { tokenHash, isReplaced: true }
}

/** The replaced addresses of a provider that still receive. */
export const openReplacedAddresses = (em: Context['em'], now: Date, method: PaymentProvider['method']) =>
  db(em)
    .selectFrom('replaced_confirmation_addresses')
    .select('replaced_at as replacedAt')
    .where('gateway', '=', method)
    .where(({ eb, or }) => or([eb('closes_at', 'is', null), eb('closes_at', '>', now)]))

export const digestOf = (text: string): Buffer => createHash('sha256').update(text).digest()
