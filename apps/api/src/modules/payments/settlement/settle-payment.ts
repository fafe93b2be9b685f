import { normaliseReference } from '@marashi/domain/rules/payment-reference'
import { decideSettlement } from '@marashi/domain/rules/settlement'
import { faultPoint } from '../../../fault-points.ts'
import type { Context } from '../../../http/context.ts'
import { lockTransactionsOf } from '../transactions/give-back-transactions.ts'
import { applyDecision } from './apply-decision.ts'
import { findDoubts } from './find-doubts.ts'
import { lockPayment, settlementState } from './lock-payment.ts'
import type { PaymentOutcome, Settlement } from './payment-outcome.ts'
import { takeTypedReceipt } from './take-typed-receipt.ts'

/**
 * Settles a payment by what is reported of it: callback, webhook, confirmation, status query and shopper all end here. The
 * order and the payment are locked first, so racing reports wait for each other and one of them wins; before them the lines of a
 * gateway's ledger that the payment has, in whose history a success may be noted. `domain/rules/settlement`
 * decides, `applyDecision` writes. See docs/behaviour.md#settlement.
 */
export async function settlePayment(
  { em, clock }: Pick<Context, 'em' | 'clock'>,
  paymentId: string,
  reported: PaymentOutcome,
): Promise<Settlement> {
  const outcome = withStoredReceipt(reported)
  const settlement = await em.fork().transactional(async (tx) => {
    if (reported.kind === 'succeeded') await lockTransactionsOf(tx, paymentId)
    const payment = await lockPayment(tx, paymentId)
    faultPoint('settle-locked')
    const { doubts, mistaken } = await findDoubts(tx, payment, outcome)
    const decision = decideSettlement(settlementState(payment), outcome, doubts)
    const now = clock()
    if (decision.result === 'settled' || decision.addsReceipt) {
      await takeTypedReceipt(tx, now, { payment, outcome, mistaken })
    }
    return await applyDecision(tx, now, { payment, outcome, decision })
  })
  faultPoint('settle-committed')
  return settlement
}

/** The receipt in the form in which receipts are stored and compared. */
export function withStoredReceipt(outcome: PaymentOutcome): PaymentOutcome {
  if (outcome.kind !== 'succeeded' || outcome.receipt === undefined) return outcome
  const { receipt: reported, ...rest } = outcome
  const receipt = normaliseReference(reported)
  return receipt === '' ? rest : { ...rest, receipt }
}
