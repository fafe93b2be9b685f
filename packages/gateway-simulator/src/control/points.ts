import type { z } from 'zod'
import { deliveryPlan } from '../core/delivery-plan.ts'
import { replyPlan } from '../core/reply-plan.ts'
import type { Direction, Script } from '../core/script.ts'
import type { Daraja } from '../daraja/daraja.ts'
import { callbackPlan, promptPlan } from '../daraja/plans.ts'
import { listPlan } from '../daraja/pull.ts'
import { reversalPlan } from '../daraja/reversals.ts'
import { statusPlan } from '../daraja/transaction-status.ts'
import { balancePlan } from '../stripe/balance.ts'
import { refundPlan } from '../stripe/refunds.ts'
import type { StripeScripts } from '../stripe/stripe.routes.ts'
import type { StripeAccount } from '../stripe/stripe-account.ts'
import { webhookPlan } from '../stripe/webhooks.ts'

/** Every point of the gateways that takes plans, and the schema of its plans. */
const plans = {
  'daraja.token': replyPlan,
  'daraja.push': replyPlan,
  'daraja.query': replyPlan,
  'daraja.prompt': promptPlan,
  'daraja.callback': callbackPlan,
  'daraja.reversal': replyPlan,
  'daraja.status': replyPlan,
  'daraja.pull': replyPlan,
  'daraja.pull-list': listPlan,
  'daraja.reversal-result': reversalPlan,
  'daraja.status-result': statusPlan,
  'daraja.result': deliveryPlan,
  'daraja.register': replyPlan,
  'daraja.confirmation': deliveryPlan,
  'stripe.create': replyPlan,
  'stripe.retrieve': replyPlan,
  'stripe.confirm': replyPlan,
  'stripe.cancel': replyPlan,
  'stripe.charge': replyPlan,
  'stripe.refund': replyPlan,
  'stripe.refunds': replyPlan,
  'stripe.balance': replyPlan,
  'stripe.balance-list': balancePlan,
  'stripe.refund-result': refundPlan,
  'stripe.webhook': webhookPlan,
} as const

export type PointName = keyof typeof plans
export const pointNames = Object.keys(plans) as [PointName, ...PointName[]]
/** What may be asked of a point, defaults left out. */
export type PlanFor<P extends PointName> = z.input<(typeof plans)[P]>
type Points = { [P in PointName]: Script<z.output<(typeof plans)[P]>> }

export function pointsOf(daraja: Daraja, stripe: StripeScripts, account: StripeAccount): Points {
  return {
    'daraja.token': daraja.scripts.token,
    'daraja.push': daraja.scripts.push,
    'daraja.query': daraja.scripts.query,
    'daraja.prompt': daraja.scripts.prompt,
    'daraja.callback': daraja.scripts.callback,
    'daraja.reversal': daraja.reversals.scripts.reversal,
    'daraja.status': daraja.status.scripts.status,
    'daraja.pull': daraja.pull.scripts.pull,
    'daraja.pull-list': daraja.pull.scripts.list,
    'daraja.reversal-result': daraja.reversals.scripts.outcome,
    'daraja.status-result': daraja.status.scripts.outcome,
    'daraja.result': daraja.results.script,
    'daraja.register': daraja.confirmations.scripts.register,
    'daraja.confirmation': daraja.confirmations.scripts.confirmation,
    'stripe.create': stripe.create,
    'stripe.retrieve': stripe.retrieve,
    'stripe.confirm': stripe.confirm,
    'stripe.cancel': stripe.cancel,
    'stripe.charge': stripe.charge,
    'stripe.refund': stripe.refund,
    'stripe.refunds': stripe.refunds,
    'stripe.balance': stripe.balance,
    'stripe.balance-list': account.balanceScript,
    'stripe.refund-result': account.refundScript,
    'stripe.webhook': account.webhooks.script,
  }
}

/** Gives a point its plans. Throws a ZodError when one does not fit the point. */
export function direct(points: Points, name: PointName, { next = [], usually }: Direction<unknown>): void {
  // `Points` pairs each script with its plan by name; the compiler cannot follow the pair.
  const script = points[name] as Script<unknown>
  const plan = plans[name] as z.ZodType
  script.direct({
    next: next.map((each) => plan.parse(each)),
    usually: usually?.map(({ weight, do: each }) => ({ weight, do: plan.parse(each) })),
  })
}
