import type Stripe from 'stripe'
import { Script } from '../core/script.ts'
import type { World } from '../core/world.ts'
import type { BalancePlan } from './balance.ts'
import type { Dispute } from './dispute.ts'
import type { StoredCharge } from './new-charge.ts'
import type { Intent } from './new-intent.ts'
import { ObjectStore } from './object-store.ts'
import type { RefundPlan, StoredRefund } from './refunds.ts'
import { type StripeOptions, type StripeSettings, stripeSettings } from './settings.ts'
import { invalid } from './stripe-error.ts'
import { Webhooks } from './webhooks.ts'

/** The shop's account at Stripe: everything that is stored there, and its webhooks. */
export class StripeAccount {
  readonly world: World
  readonly settings: StripeSettings
  readonly webhooks: Webhooks
  readonly intents: ObjectStore<Intent>
  readonly charges: ObjectStore<StoredCharge>
  readonly balances: ObjectStore<Stripe.BalanceTransaction>
  readonly disputes: ObjectStore<Dispute>
  readonly refunds: ObjectStore<StoredRefund>
  /** What becomes of the next refunds. */
  readonly refundScript: Script<RefundPlan>
  /** What is wrong with the next pages of the balance. */
  readonly balanceScript: Script<BalancePlan>

  constructor(options: StripeOptions, world: World) {
    this.world = world
    this.settings = stripeSettings(options)
    this.webhooks = new Webhooks(this.settings, world)
    this.intents = new ObjectStore('intent', world.journal)
    this.charges = new ObjectStore('charge', world.journal)
    this.balances = new ObjectStore('balance', world.journal)
    this.disputes = new ObjectStore('dispute', world.journal)
    this.refunds = new ObjectStore('refund', world.journal)
    const atOnce: RefundPlan = { kind: 'result', status: 'succeeded', afterMs: 0 }
    this.refundScript = new Script(world.chance.branch('stripe.refund'), atOnce)
    this.balanceScript = new Script<BalancePlan>(world.chance.branch('stripe.balance-list'), { kind: 'right' })
  }

  /** Throws Stripe's refusal when there is no such intent. */
  intent(id: string): Intent {
    return this.intents.find(id) ?? missing('payment_intent', id)
  }

  /** Throws Stripe's refusal when there is no such charge. */
  charge(id: string): StoredCharge {
    return this.charges.find(id) ?? missing('charge', id)
  }

  /** Throws Stripe's refusal when there is no such dispute. */
  disputed(id: string): Dispute {
    return this.disputes.find(id) ?? missing('dispute', id)
  }

  /** Throws Stripe's refusal when there is no such refund. */
  refund(id: string): StoredRefund {
    return this.refunds.find(id) ?? missing('refund', id)
  }

  reset(): void {
    for (const store of [this.intents, this.charges, this.balances, this.disputes, this.refunds]) store.clear()
    this.refundScript.reset()
    this.balanceScript.reset()
    this.webhooks.reset()
  }
}

function missing(kind: string, id: string): never {
  throw invalid(`No such ${kind}: '${id}'`, { status: 404, code: 'resource_missing', param: 'id' })
}
