import { setTimeout as sleep } from 'node:timers/promises'
import { newClient, order, payWithCard, payWithMpesa, secretsOf } from '../faults/client.ts'
import type { Fixture } from '../faults/fixture.ts'
import { strangerAddress } from './networks.ts'

const LEAVE_AFTER_MS = 60_000
/** Every fifth shopper pays by card. */
const CARD_EVERY = 5

/** One order as its shopper felt it: from her first click until the shop had it, repeats included. */
export interface FeltOrder {
  placedAtMs: number
  /** Undefined until the shop acknowledged or refused it. */
  tookMs: number | undefined
  isAcknowledged: boolean
}

export interface Shoppers {
  orders: readonly FeltOrder[]
  /** Lets no more shoppers in and waits until those who are there have paid, for a minute at most. */
  leave(): Promise<void>
}

/** Shoppers come at even intervals, whatever the shop does, each from an address of her own, order and pay. */
export function startShoppers(fixture: Fixture, perSecond: number): Shoppers {
  const orders: FeltOrder[] = []
  const leaving = new AbortController()
  const present = new Set<Promise<void>>()
  let visitors = 0

  async function visit(nth: number): Promise<void> {
    const client = newClient(fixture, leaving.signal, strangerAddress())
    const paysByCard = nth % CARD_EVERY === 0
    const felt: FeltOrder = { placedAtMs: performance.now(), tookMs: undefined, isAcknowledged: false }
    orders.push(felt)
    felt.isAcknowledged = (await order(fixture, client, paysByCard ? 'stripe' : 'mpesa')) !== undefined
    felt.tookMs = performance.now() - felt.placedAtMs
    if (felt.isAcknowledged) await (paysByCard ? payWithCard : payWithMpesa)(fixture, client)
    // Each log line is compared with all of them.
    for (const secret of secretsOf(client)) fixture.recorder.secrets.delete(secret)
  }

  const entering = setInterval(() => {
    const visiting = visit(++visitors).finally(() => present.delete(visiting))
    present.add(visiting)
  }, 1_000 / perSecond)

  return {
    orders,
    async leave() {
      clearInterval(entering)
      await Promise.race([Promise.all(present), sleep(LEAVE_AFTER_MS, undefined, { ref: false })])
      leaving.abort()
      await Promise.all(present)
    },
  }
}

/** What the shoppers of a stretch of time felt. */
export interface Felt {
  count: number
  p50Ms: number
  p99Ms: number
  slowestMs: number
  refused: number
}

/** The orders that were placed between two moments, in the milliseconds of `performance.now()`. */
export function feltBetween(orders: readonly FeltOrder[], fromMs: number, toMs: number): Felt {
  const placed = orders.filter(({ placedAtMs }) => placedAtMs >= fromMs && placedAtMs <= toMs)
  const took = placed.map(({ placedAtMs, tookMs }) => tookMs ?? performance.now() - placedAtMs).sort((a, b) => a - b)
  const at = (share: number) => took[Math.min(took.length - 1, Math.floor(took.length * share))] ?? Number.NaN
  const refused = placed.filter(({ tookMs, isAcknowledged }) => tookMs !== undefined && !isAcknowledged).length
  return { count: placed.length, p50Ms: at(0.5), p99Ms: at(0.99), slowestMs: at(1), refused }
}
