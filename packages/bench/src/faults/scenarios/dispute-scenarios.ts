import type { Template } from '@marashi/postgres/test-databases'
import { OVER_A_DAY_MINUTES, OVER_A_DAY_MS } from '../app-instance.ts'
import { type CardPayment, dispute, disputeCourses, payByCard } from '../disputes.ts'
import type { Fixture } from '../fixture.ts'
import { checkToday } from '../pay-by-hand.ts'
import { logIn, refundOf } from '../refund-order.ts'
import type { ScenarioResult } from '../report.ts'
import { runScenarios, type Scenario, stays, unpaidOrders } from '../scenario.ts'
import { send } from '../send.ts'
import { untilQuiet } from '../until-quiet.ts'

// Created, withdrawn, updated and closed.
const MOST_EVENTS = 4

/** One paid order for each way that a dispute may go. */
async function payAll(fixture: Fixture): Promise<CardPayment[]> {
  const paid: CardPayment[] = []
  for (const _ of disputeCourses) {
    const payment = await payByCard(fixture)
    if (!payment) throw new Error('The order was not paid')
    paid.push(payment)
  }
  await untilQuiet(fixture)
  return paid
}

function disputeAll(fixture: Fixture, paid: readonly CardPayment[]): void {
  for (const [nth, course] of disputeCourses.entries()) dispute(fixture, paid[nth]?.intentId ?? '', course)
}

/** One message for each dispute about which the owner is told otherwise than the bank has decided. */
async function undecided({ query }: Fixture, paid: readonly CardPayment[]): Promise<string[]> {
  const flags = await query<{ paymentId: string; what: string }>(
    `select payment_id as "paymentId", what from payment_flags
     where resolved_at is null and what in ('disputed', 'dispute-lost')`,
  )
  return disputeCourses.flatMap(({ closes }, nth) => {
    const open = flags.filter(({ paymentId }) => paymentId === paid[nth]?.paymentId).map(({ what }) => what)
    const isOver = closes !== undefined && closes !== 'lost'
    const expected = isOver ? [] : [closes === 'lost' ? 'dispute-lost' : 'disputed']
    return open.join() === expected.join()
      ? []
      : [`a dispute that is ${closes ?? 'open'} shows ${open.join() || 'nothing'}`]
  })
}

const scenarios: Record<string, Scenario> = {
  'disputes, events 4 times and in any order': async (fixture) => {
    const paid = await payAll(fixture)
    fixture.simulator.control.direct('stripe.webhook', {
      usually: [0, 40, 160].map((delayMs) => ({ weight: 1, do: { delayMs, times: 4, together: true } })),
    })
    disputeAll(fixture, paid)
    await untilQuiet(fixture)
    return [...(await undecided(fixture, paid)), ...(await unpaidOrders(fixture))]
  },
  'disputes, the youngest event first': async (fixture) => {
    const paid = await payAll(fixture)
    for (const [nth, course] of disputeCourses.entries()) {
      fixture.simulator.control.reorderNext('webhooks', MOST_EVENTS)
      dispute(fixture, paid[nth]?.intentId ?? '', course)
      await fixture.simulator.control.releaseDeliveries()
    }
    await untilQuiet(fixture)
    return await undecided(fixture, paid)
  },
  'disputes, events a day late': async (fixture, app) => {
    const { control } = fixture.simulator
    const paid = await payAll(fixture)
    control.direct('stripe.webhook', { usually: [{ weight: 1, do: { delayMs: OVER_A_DAY_MS } }] })
    disputeAll(fixture, paid)
    await app.advance(OVER_A_DAY_MINUTES)
    await control.releaseDeliveries()
    await untilQuiet(fixture)
    return await undecided(fixture, paid)
  },
  'disputes, events lost, then sent again in reverse': async (fixture, app) => {
    const { control } = fixture.simulator
    const paid = await payAll(fixture)
    control.direct('stripe.webhook', { usually: [{ weight: 1, do: { lost: true } }] })
    disputeAll(fixture, paid)
    // The balance shows what the bank took before any event says why.
    await app.advance(1)
    await checkToday(fixture, { leaves: stays })
    const [lines] = await fixture.query<{ count: number }>(
      `select count(*)::int from gateway_transactions where kind = 'dispute'`,
    )
    control.direct('stripe.webhook', { usually: [] })
    const lost = control.events().filter(({ type }) => type.startsWith('charge.dispute.'))
    for (const { id } of lost.toReversed()) control.resendEvent(id)
    await untilQuiet(fixture)
    const moved = lost.filter(({ type }) => type.includes('.funds_')).length
    const unlisted = lines?.count === moved ? [] : [`${lines?.count} of ${moved} movements are listed`]
    return [...unlisted, ...(await undecided(fixture, paid))]
  },
  'disputes beside refunds': async (fixture, app) => {
    const { control } = fixture.simulator
    const paid = await payAll(fixture)
    control.direct('stripe.webhook', {
      usually: [0, 40].map((delayMs) => ({ weight: 1, do: { delayMs, times: 2, together: true } })),
    })
    for (const [nth, course] of disputeCourses.entries()) {
      const payment = paid[nth] as CardPayment
      const refund = async (cents: number) => {
        const { path, body } = refundOf(fixture, { id: payment.paymentId, cents })
        return await send(fixture, path, body, await logIn(fixture))
      }
      const half = Math.floor(payment.cents / 200) * 100
      await refund(half)
      await Promise.all([refund(payment.cents - half), dispute(fixture, payment.intentId, course)])
    }
    await untilQuiet(fixture)
    await app.advance(15)
    return await undecided(fixture, paid)
  },
}

/** Runs the scenarios of disputes whose events come several times, late, in any order or not at all, and beside refunds. */
export const runDisputeScenarios = (template: Template, only = ''): Promise<ScenarioResult[]> =>
  runScenarios(template, scenarios, only)
