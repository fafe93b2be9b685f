import { createHmac } from 'node:crypto'
import type Stripe from 'stripe'
import { z } from 'zod'
import { Deliveries } from '../core/deliveries.ts'
import { deliveryPlan } from '../core/delivery-plan.ts'
import { stripeId } from '../core/random-id.ts'
import { Script } from '../core/script.ts'
import type { World } from '../core/world.ts'
import type { StripeSettings } from './settings.ts'
import { invalid } from './stripe-error.ts'

/** The version whose objects the stand-in speaks: that of the library in use. */
export const API_VERSION = '2026-10-28.endive'
/** Twice the age that libraries allow a signature. */
const OLD_SECONDS = 600
const EVENTS_KEPT = 20_000

/** What becomes of one event on its way; `rotating` carries a second good signature, as while a secret is exchanged. */
export const webhookPlan = deliveryPlan.extend({
  signature: z.enum(['good', 'old', 'wrong-secret', 'missing', 'rotating']).optional(),
  /** The body is changed after it was signed. */
  altered: z.boolean().optional(),
})

export type WebhookPlan = z.output<typeof webhookPlan>

export interface EventFacts {
  type: string
  object: unknown
  previous?: Record<string, unknown> | undefined
}

/** An event as it goes over the wire. */
export type WireEvent = Omit<Stripe.EventBase, 'data' | 'type'> & {
  type: string
  data: { object: unknown; previous_attributes?: Record<string, unknown> }
}

/** Notifies the shop of everything that happens at Stripe, signed, with all that may go wrong on the way. */
export class Webhooks {
  readonly script: Script<WebhookPlan>
  readonly deliveries: Deliveries<WebhookPlan>
  /** The latest events, oldest first, whether the shop received them or not. */
  events: WireEvent[] = []
  /** Where events go from now on. */
  url: string | undefined
  readonly #settings: StripeSettings
  readonly #world: World

  constructor(settings: StripeSettings, world: World) {
    const { webhookTimeoutMs: timeoutMs, webhookRetriesMs: retryDelaysMs } = settings
    this.#settings = settings
    this.#world = world
    this.url = settings.webhookUrl
    this.script = new Script<WebhookPlan>(world.chance.branch('stripe.webhook'), {})
    this.deliveries = new Deliveries(this.script, { ...world, timeoutMs, retryDelaysMs })
  }

  emit({ type, object, previous }: EventFacts): void {
    const event: WireEvent = {
      id: stripeId('evt'),
      object: 'event',
      api_version: API_VERSION,
      created: this.#world.clock.seconds(),
      data: { object, ...(previous ? { previous_attributes: previous } : {}) },
      livemode: false,
      pending_webhooks: 1,
      request: { id: null, idempotency_key: null },
      type,
    }
    this.events.push(event)
    if (this.events.length > EVENTS_KEPT) this.events.shift()
    this.#send(event)
  }

  /** Sends an event once more, as a click in Stripe's dashboard does. Throws Stripe's refusal when there is no such event. */
  resend(id: string): void {
    const event = this.events.find((each) => each.id === id)
    if (!event) throw invalid(`No such event: '${id}'`, { status: 404, code: 'resource_missing' })
    this.#send(event)
  }

  reset(): void {
    this.script.reset()
    this.deliveries.reset()
    this.events = []
  }

  #send(event: WireEvent): void {
    if (this.url === undefined) return
    const signed = JSON.stringify(event)
    const compose = (plan: WebhookPlan) => ({
      body: plan.altered ? signed.replace(/"amount":\d+/, '"amount":1') : signed,
      headers: { 'content-type': 'application/json; charset=utf-8', ...this.#signature(signed, plan) },
    })
    this.deliveries.send({ to: this.url, about: event.id, compose })
  }

  #signature(payload: string, { signature = 'good' }: WebhookPlan): Record<string, string> {
    if (signature === 'missing') return {}
    const t = this.#world.clock.seconds() - (signature === 'old' ? OLD_SECONDS : 0)
    const { webhookSecret } = this.#settings
    const good = sign(`${t}.${payload}`, webhookSecret)
    const bad = sign(`${t}.${payload}`, `${webhookSecret}-of-someone-else`)
    const v1 = signature === 'wrong-secret' ? [bad] : signature === 'rotating' ? [bad, good] : [good]
    return { 'stripe-signature': [`t=${t}`, ...v1.map((each) => `v1=${each}`)].join(',') }
  }
}

function sign(text: string, secret: string): string {
  return createHmac('sha256', secret).update(text).digest('hex')
}
