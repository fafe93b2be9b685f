import { setTimeout as sleep } from 'node:timers/promises'
import type { Fixture } from '../fixture.ts'
import { confirmationAddress } from '../fixture-database.ts'
import { lineOf, place } from '../pay-by-hand.ts'
import { stays } from '../scenario.ts'
import { send } from '../send.ts'
import { untilThere } from '../until-there.ts'
import { assign, atOnce, unassign } from './assign.ts'
import { promptThatIsSent } from './prompt-that-is-sent.ts'
import type { Race } from './race.ts'

const PATIENCE_MS = 10_000
/** Longer than a callback is on its way. */
const CALLBACK_MS = 3_000

/**
 * The owner assigns a line that names no order while the callback of the same payment arrives late. Where she was wrong and
 * the callback came second, its attempt is flagged; she reads the flag and moves the money.
 */
export const assignAgainstLateCallback: Race = async (fixture, second) => {
  const { control } = fixture.simulator
  const { orderId, phone } = await promptThatIsSent(fixture)
  // The callback is on its way for a while, as the runner has planned it; the line comes without a number.
  const receipt = await untilThere(
    AbortSignal.timeout(PATIENCE_MS),
    async () => control.prompts(phone)[0]?.receipt ?? undefined,
  )
  const prompt = control.prompts(phone)[0]
  if (!prompt || !receipt) throw new Error('The prompt was not paid')
  await reportWithoutAccount(second, { receipt, amountShillings: prompt.amountShillings })
  const line = await lineOf(fixture, receipt, stays)
  if (!line) throw new Error('The line is missing')
  // Two times out of three to the order that it belongs to.
  const to = Math.random() < 0.66 ? orderId : (await place(second)).orderId
  await sleep(Math.random() * 60)
  await atOnce([fixture, second], (shop) => assign(shop, { line, orderId: to }))
  if (to !== orderId) await moveBack(fixture, second, { line, from: to, to: orderId })
}

async function moveBack(
  fixture: Fixture,
  second: Fixture,
  { line, from, to }: { line: string; from: string; to: string },
): Promise<void> {
  const isWrong = await fixture.query(
    'select from gateway_transactions g join payments p on p.id = g.payment_id where g.id = $1 and p.order_id = $2',
    [line, from],
  )
  if (isWrong.length === 0) return
  await untilThere(AbortSignal.timeout(CALLBACK_MS), async () => {
    const [flag] = await fixture.query<{ id: string }>(
      `select f.id from payment_flags f join payments p on p.id = f.payment_id where p.order_id = $1 and f.what = 'receipt-used'`,
      [to],
    )
    return flag
  })
  await unassign(second, line)
  await assign(fixture, { line, orderId: to })
}

/** A confirmation without an account, as of a Buy Goods number. */
const reportWithoutAccount = (
  fixture: Fixture,
  { receipt, amountShillings }: { receipt: string; amountShillings: number },
): Promise<unknown> => {
  const body = {
    TransactionType: 'Pay Bill',
    TransID: receipt,
    TransTime: '20261122120000',
    TransAmount: amountShillings.toFixed(2),
    BusinessShortCode: fixture.settings.MPESA_SHORTCODE,
    BillRefNumber: '',
    MSISDN: '2547 ***** 678',
    FirstName: 'AMINA',
  }
  return send(fixture, confirmationAddress(''), body)
}
