import { nairobiTime } from '@marashi/domain/rules/nairobi-time'
import type { ProviderRefusal } from '../../../payments/providers/provider.ts'
import type { WebhookRefusedFor } from '../../../payments/webhooks/webhook-refusal.entity.ts'
import { broken, doubtful, type Finding, fine } from '../finding.ts'

/** So many payments in a row that a provider did not report are no coincidence. */
const SILENT_PAYMENTS = 3

export interface ProviderFacts {
  /** As people call it. */
  name: string
  /** Whether a process has stopped asking it, because it failed for several payments in a row. */
  isInterrupted: boolean
  /** What it refuses a process at present. */
  refusal: Pick<ProviderRefusal, 'code' | 'isOfShop'> | null
  lastPaidAt: Date | null
  lastMessageAt: Date | null
  /** How many payments since its last message the shop has found out about only by asking. */
  foundByAsking: number
  /** When a message was refused last, and why. */
  refused: { at: Date; why: WebhookRefusedFor } | null
  /** Why it does not report payments that are made by hand; null where it does, or cannot. */
  unreported: 'never-registered' | 'refused' | 'moved' | 'other-account' | null
}

/** A payment provider answers, its messages arrive, and it reports what is paid by hand. */
export function providerFinding(facts: ProviderFacts): Finding {
  const { name, isInterrupted, refusal, lastPaidAt, lastMessageAt, foundByAsking, refused, unreported } = facts
  if (isInterrupted)
    return broken(
      name,
      `${name} does not answer: customers cannot pay with it now.`,
      'It is tried again with the next payment. If it lasts, look at its status page or call it; customers can pay another way.',
    )
  if (refusal) {
    const finding = refusal.isOfShop ? broken : doubtful
    return finding(
      name,
      refusal.isOfShop
        ? `${name} refuses the shop (${refusal.code}): customers cannot pay with it.`
        : `${name} has refused an order (${refusal.code}), and none was accepted since.`,
      `Look in the account at ${name} whether it is active and takes this currency and amount, and compare the shop’s key: npm run doctor tries it. Customers can pay another way.`,
    )
  }
  const isRefusedNow = refused !== null && (!lastMessageAt || refused.at > lastMessageAt)
  // Only who knows the signing secret can cause this one.
  if (isRefusedNow && refused.why === 'time')
    return (foundByAsking >= SILENT_PAYMENTS ? broken : doubtful)(
      name,
      `A message of ${name} was refused as too old at ${nairobiTime(refused.at)}: by the shop’s clock it was sent more than five minutes before. None was accepted since.`,
      'The shop goes by the clock of its database: let that machine follow a time server. If its time is right, something before the shop holds messages back.',
    )
  if (foundByAsking >= SILENT_PAYMENTS)
    return broken(
      name,
      `The messages of ${name} do not arrive: the last ${foundByAsking} payments were found only by asking, so customers waited longer.`,
      'Run npm run doctor. Whatever stands before the shop must let POST /api/hooks/* through, and PUBLIC_URL must be right.',
    )
  if (isRefusedNow)
    return doubtful(
      name,
      `A message that says it is from ${name} was refused at ${nairobiTime(refused.at)}: its signature is wrong. None was accepted since.`,
      `Compare the signing secret with the one ${name} shows. If it is right, somebody else has tried.`,
    )
  if (unreported) return doubtful(name, manualReports[unreported](name), 'Register the addresses in the cash-up.')
  const paid = lastPaidAt ? `Last payment ${nairobiTime(lastPaidAt)}` : 'No payment yet'
  const heard = lastMessageAt ? `last message ${nairobiTime(lastMessageAt)}` : 'no message yet'
  return fine(name, `${paid}, ${heard}.`)
}

const manualReports: Record<NonNullable<ProviderFacts['unreported']>, (name: string) => string> = {
  'never-registered': (name) => `${name} was never told where to report payments that customers make by hand.`,
  refused: (name) => `${name} has refused the addresses for payments that customers make by hand.`,
  moved: (name) => `${name} reports payments that customers make by hand to an earlier address of the shop.`,
  'other-account': (name) =>
    `The shop has another number or gateway of ${name} now than the one that was registered: payments by hand to it are reported to nobody.`,
}
