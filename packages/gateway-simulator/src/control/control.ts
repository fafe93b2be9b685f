import type { DeliveryRecord } from '../core/deliveries.ts'
import type { LedgerEntry } from '../core/ledger.ts'
import type { Direction } from '../core/script.ts'
import type { World } from '../core/world.ts'
import type { PaymentByHand } from '../daraja/confirmations.ts'
import type { Daraja } from '../daraja/daraja.ts'
import type { Prompt } from '../daraja/prompts.ts'
import type { Reversal } from '../daraja/reversals.ts'
import type { Idempotency } from '../stripe/idempotency.ts'
import type { StripeScripts } from '../stripe/stripe.routes.ts'
import type { StripeAccount } from '../stripe/stripe-account.ts'
import type { WireEvent } from '../stripe/webhooks.ts'
import { direct, type PlanFor, type PointName, pointsOf } from './points.ts'
import { stripeControl } from './stripe-control.ts'

/** How busy the simulator is: a fault run is quiet when the first two are 0. */
export interface SimulatorState {
  openPrompts: number
  pendingDeliveries: number
  clockOffsetMs: number
}

export interface Parts {
  world: World
  daraja: Daraja
  account: StripeAccount
  scripts: StripeScripts
  idempotency: Idempotency
}

export type Control = ReturnType<typeof makeControl>

/** Everything that a test or a fault run may do to the gateways; `/control/*` offers the same over HTTP. */
export function makeControl({ world, daraja, account, scripts, idempotency }: Parts) {
  const points = pointsOf(daraja, scripts, account)
  const channels = [
    daraja.callbacks,
    account.webhooks.deliveries,
    daraja.results.deliveries,
    daraja.confirmations.deliveries,
  ] as const
  return {
    ...stripeControl(account),

    /**
     * Plans what a point of a gateway does `next`, once each, and what `usually`, by weight. Throws when the point does
     * not know the plan.
     */
    direct<P extends PointName>(point: P, direction: Direction<PlanFor<P>>): void {
      direct(points, point, direction)
    },

    /** All money that was moved, in its order. */
    ledger(): LedgerEntry[] {
      return world.ledger.entries()
    },

    /** The prompts of one phone (2547… or 2541…), or of all, youngest first. */
    prompts(phone?: string): Prompt[] {
      return daraja.prompts.list(phone)
    },

    /** Ends an open prompt with a result code: "0" pays. Undefined when there is no such open prompt. */
    answerPrompt(checkoutRequestId: string, code: string): Prompt | undefined {
      return daraja.end(checkoutRequestId, code)
    },

    /** A customer pays the Paybill or Till without a prompt. */
    payByHand(payment: PaymentByHand): LedgerEntry {
      return daraja.confirmations.pay(payment)
    },

    /** Payments by hand are reported to this address from now on, without a registration. */
    reportPaymentsTo(url: string): void {
      daraja.confirmations.reportTo(url)
    },

    /** The reversals that Daraja took on, oldest first. */
    reversals(): Reversal[] {
      return daraja.reversals.list()
    },

    /** Daraja's current access token stops working. */
    expireToken(): void {
      daraja.tokens.expire()
    },

    /** Moves the simulator's clock against the real one; moving it forward brings on what was to come. */
    setClockOffset(ms: number): void {
      const leapMs = ms - world.clock.offsetMs
      world.clock.offsetMs = ms
      if (leapMs > 0) world.schedule.advance(leapMs)
    },

    /** Keeps the next `count` callbacks or webhooks back until all are there; then the youngest goes first. */
    reorderNext(channel: 'callbacks' | 'webhooks', count: number): void {
      channels[channel === 'callbacks' ? 0 : 1].reorderNext(count)
    },

    /** Sends every message that still waits, however late it was planned, and ends when the shop has answered. */
    async releaseDeliveries(): Promise<void> {
      for (const channel of channels) await channel.release()
    },

    /** Every try to hand a message to the shop, lost ones included. */
    deliveries(): DeliveryRecord[] {
      return channels.flatMap((channel) => channel.records)
    },

    /** Stripe's events, oldest first, whether the shop received them or not. */
    events(): WireEvent[] {
      return account.webhooks.events
    },

    state(): SimulatorState {
      return {
        openPrompts: daraja.prompts.open().length,
        pendingDeliveries: channels.reduce((sum, channel) => sum + channel.pending, 0),
        clockOffsetMs: world.clock.offsetMs,
      }
    },

    /** Clears everything, the ledger too, and begins again from a seed. */
    reset(seed = 1): void {
      world.ledger.reset()
      world.chance.reseed(seed)
      world.clock.offsetMs = 0
      daraja.reset()
      account.reset()
      idempotency.reset()
      for (const script of Object.values(scripts)) script.reset()
    },
  }
}
