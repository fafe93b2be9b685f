import { decideSettlement } from '@marashi/domain/rules/settlement'
import { faultPoint } from '../../../fault-points.ts'
import type { Context } from '../../../http/context.ts'
import { applyDecision } from './apply-decision.ts'
import { findDoubts } from './find-doubts.ts'
import { lockPayment, settlementState } from './lock-payment.ts'
import type { PaymentOutcome, Settlement } from './payment-outcome.ts'

/**
 * Settles a payment by what is reported of it: callback, webhook, confirmation, status query and shopper all end here. The
 * order and the payment are locked first, so racing reports wait for each other and one of them wins. `domain/rules/settlement`
 * decides, `applyDecision` writes. See docs/behaviour.md#settlement.
 */
export async function settlePayment(
  { em, clock }: Pick<Context, 'em' | 'clock'>,
  paymentId: string,
  outcome: PaymentOutcome,
): Promise<Settlement> {
  const settlement = await em.fork().transactional(async (tx) => {
    const payment = await lockPayment(tx, paymentId)
    faultPoint('settle-locked')
    const decision = decideSettlement(settlementState(payment), outcome, await findDoubts(tx, payment, outcome))
    return await applyDecision(tx, clock(), { payment, outcome, decision })
  })
  faultPoint('settle-committed')
  return settlement
}
