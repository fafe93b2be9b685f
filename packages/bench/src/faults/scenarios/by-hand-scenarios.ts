import type { Template } from '@marashi/postgres/test-databases'
import { OVER_A_DAY_MINUTES, OVER_A_DAY_MS } from '../app-instance.ts'
import type { Fixture } from '../fixture.ts'
import { payByHand, place } from '../pay-by-hand.ts'
import { refundPrompt } from '../refund-prompt.ts'
import type { ScenarioResult } from '../report.ts'
import { payAtOnce, runScenarios, type Scenario, unpaidOrders } from '../scenario.ts'
import { send } from '../send.ts'
import { untilQuiet } from '../until-quiet.ts'

const ORDERS = 6

async function payOrdersByHand(fixture: Fixture): Promise<void> {
  for (let nth = 0; nth < ORDERS; nth++) {
    const { client, orderNumber, totalShillings } = await place(fixture)
    payByHand(fixture, client, { amountShillings: totalShillings, account: orderNumber })
  }
  await untilQuiet(fixture)
}

/** Nothing reports the payments but the shoppers themselves. */
async function typeReceipts(fixture: Fixture): Promise<void> {
  const { control } = fixture.simulator
  for (let nth = 0; nth < ORDERS; nth++) {
    const { client, orderId, totalShillings } = await place(fixture)
    control.direct('daraja.confirmation', { next: [{ lost: true }] })
    const receipt = payByHand(fixture, client, { amountShillings: totalShillings, account: '' })
    await send(fixture, '/api/payments/mpesa/receipt', { orderId, receipt })
  }
  await untilQuiet(fixture)
}

async function refundPrompts(fixture: Fixture): Promise<void> {
  payAtOnce(fixture)
  for (let nth = 0; nth < ORDERS; nth++) await refundPrompt(fixture)
  await untilQuiet(fixture)
}

/** One message for each order whose money has not gone back. */
async function unrefunded({ query }: Fixture): Promise<string[]> {
  const rows = await query<{ id: string }>('select id from orders where refunded_at is null')
  return rows.map(({ id }) => `order ${id} is not refunded`)
}

const scenarios: Record<string, Scenario> = {
  'confirmations 5 times at once': async (fixture) => {
    fixture.simulator.control.direct('daraja.confirmation', {
      usually: [{ weight: 1, do: { times: 5, together: true } }],
    })
    await payOrdersByHand(fixture)
    return await unpaidOrders(fixture)
  },
  'confirmations lost': async (fixture, app) => {
    fixture.simulator.control.direct('daraja.confirmation', { usually: [{ weight: 1, do: { lost: true } }] })
    await payOrdersByHand(fixture)
    await app.advance(OVER_A_DAY_MINUTES)
    const lines = await fixture.query('select from gateway_transactions where payment_id is null')
    return lines.length === ORDERS ? [] : [`${lines.length} of ${ORDERS} payments are shown as unmatched`]
  },
  'confirmations a day late': async (fixture, app) => {
    const { control } = fixture.simulator
    control.direct('daraja.confirmation', { usually: [{ weight: 1, do: { delayMs: OVER_A_DAY_MS } }] })
    await payOrdersByHand(fixture)
    await app.advance(OVER_A_DAY_MINUTES)
    await control.releaseDeliveries()
    await untilQuiet(fixture)
    return await unpaidOrders(fixture)
  },
  'typed receipts, results lost': async (fixture, app) => {
    fixture.simulator.control.direct('daraja.result', { next: Array.from({ length: ORDERS }, () => ({ lost: true })) })
    await typeReceipts(fixture)
    await app.advance(OVER_A_DAY_MINUTES)
    return await unpaidOrders(fixture)
  },
  'typed receipts, queries refused, silent and forgotten': async (fixture, app) => {
    const { control } = fixture.simulator
    control.direct('daraja.status', {
      next: [
        { kind: 'status', status: 500 },
        { kind: 'status', status: 429 },
        { kind: 'lost' },
        { kind: 'unreachable' },
      ],
    })
    control.direct('daraja.status-result', { next: [{ kind: 'timeout' }, { kind: 'forgotten' }] })
    await typeReceipts(fixture)
    await app.advance(OVER_A_DAY_MINUTES)
    return await unpaidOrders(fixture)
  },
  'typed receipts, results 4 times and late': async (fixture, app) => {
    fixture.simulator.control.direct('daraja.result', {
      usually: [0, 600_000].map((delayMs) => ({ weight: 1, do: { delayMs, times: 4, together: true } })),
    })
    await typeReceipts(fixture)
    await app.advance(60)
    await fixture.simulator.control.releaseDeliveries()
    await untilQuiet(fixture)
    return await unpaidOrders(fixture)
  },
  'refunds, results lost': async (fixture, app) => {
    fixture.simulator.control.direct('daraja.result', { next: Array.from({ length: ORDERS }, () => ({ lost: true })) })
    await refundPrompts(fixture)
    await app.advance(OVER_A_DAY_MINUTES)
    return await unrefunded(fixture)
  },
  'refunds, results 4 times': async (fixture, app) => {
    fixture.simulator.control.direct('daraja.result', { usually: [{ weight: 1, do: { times: 4, together: true } }] })
    await refundPrompts(fixture)
    // A reversal takes a moment at the gateway before there is a result.
    await app.advance(1)
    await untilQuiet(fixture)
    return await unrefunded(fixture)
  },
}

/** Runs the scenarios of payments by hand, typed receipts and refunds whose reports are lost, late or come several times. */
export const runByHandScenarios = (template: Template, only = ''): Promise<ScenarioResult[]> =>
  runScenarios(template, scenarios, only)
