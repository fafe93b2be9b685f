import type { Gateways } from '@marashi/api/modules/payments/providers/registry'
import type { Template } from '@marashi/postgres/test-databases'
import { type Host, startAppInstance } from './app-instance.ts'
import { checkDatabase, type Violation } from './check-database.ts'
import { newShopper, order, send } from './client.ts'
import { type Fixture, openFixture } from './fixture.ts'
import { forgeWebhooks } from './forged-webhooks.ts'
import { forgeCallbacks } from './forgeries.ts'
import type { Line } from './report.ts'
import { untilQuiet } from './the-day-after.ts'

const ORDERS = 6
const stays = new AbortController().signal
const A_DAY_MINUTES = 25 * 60

export type Play = (fixture: Fixture, host: Host) => Promise<string[]>

/** Orders and asks for a prompt. Answers the order, whatever became of the prompt. */
export async function askForPrompt(fixture: Fixture): Promise<{ orderId: string; phone: string }> {
  const shopper = newShopper(fixture, stays)
  const orderId = await order(fixture, shopper, 'mpesa')
  if (!orderId) throw new Error('The order was not taken')
  await send(fixture, '/api/payments/mpesa/initiate', { orderId, phone: shopper.phone })
  return { orderId, phone: `254${shopper.phone.slice(1)}` }
}

const many = async (fixture: Fixture): Promise<void> => {
  for (let nth = 0; nth < ORDERS; nth++) await askForPrompt(fixture)
}

/** Every prompt is paid as soon as it is there. */
export const payAtOnce = ({ simulator: { control } }: Fixture) =>
  control.direct('daraja.prompt', { usually: [{ weight: 1, do: { kind: 'result', code: '0', afterMs: 10 } }] })

const scenarios: Record<string, Play> = {
  'all callbacks lost': async (fixture, host) => {
    payAtOnce(fixture)
    fixture.simulator.control.direct('daraja.callback', { usually: [{ weight: 1, do: { lost: true } }] })
    await many(fixture)
    await host.pass(15)
    return await unpaidOrders(fixture)
  },
  'cancelled in the shop, paid on the phone, callbacks lost': async (fixture, host) => {
    const { control } = fixture.simulator
    control.direct('daraja.callback', { usually: [{ weight: 1, do: { lost: true } }] })
    for (let nth = 0; nth < ORDERS; nth++) {
      const { orderId, phone } = await askForPrompt(fixture)
      await send(fixture, '/api/payments/mpesa/cancel', { orderId })
      control.answerPrompt(control.prompts(phone)[0]?.checkoutRequestId ?? '', '0')
    }
    await host.pass(15)
    return await unpaidOrders(fixture)
  },
  'callbacks 24 hours late, queries know nothing': async (fixture, host) => {
    payAtOnce(fixture)
    const { control } = fixture.simulator
    control.direct('daraja.callback', { usually: [{ weight: 1, do: { delayMs: 26 * 3_600_000 } }] })
    control.direct('daraja.query', { usually: [{ weight: 1, do: { kind: 'says', code: '4999' } }] })
    await many(fixture)
    await host.pass(A_DAY_MINUTES)
    await control.releaseDeliveries()
    await untilQuiet(fixture)
    return await unpaidOrders(fixture)
  },
  'callbacks of two prompts in reverse order': async (fixture, host) => {
    const { control } = fixture.simulator
    for (let nth = 0; nth < ORDERS; nth++) {
      control.reorderNext('callbacks', 2)
      const { orderId, phone } = await askForPrompt(fixture)
      control.answerPrompt(control.prompts(phone)[0]?.checkoutRequestId ?? '', '1037')
      await host.pass(1.5)
      await send(fixture, '/api/payments/mpesa/resend', { orderId })
      control.answerPrompt(control.prompts(phone)[0]?.checkoutRequestId ?? '', '0')
      await untilQuiet(fixture)
    }
    return await unpaidOrders(fixture)
  },
  'forged callbacks': forgeCallbacks,
  'forged card messages': forgeWebhooks,
}

/** Messages that never come, come a day late, in the wrong order, or from somebody else. */
export async function loseAndForge(template: Template): Promise<Line[]> {
  const lines: Line[] = []
  for (const [name, scenario] of Object.entries(scenarios)) lines.push(await runScenario(template, name, scenario))
  return lines
}

/** One scenario on a fixture of its own. What the scenario itself finds wrong counts against I1. */
export async function runScenario(
  template: Template,
  name: string,
  scenario: Play,
  gatewaysOf?: (fixture: Fixture, clock: () => Date) => Partial<Gateways>,
): Promise<Line> {
  await using fixture = await openFixture(template)
  const wrong: string[] = []
  {
    await using host = await startAppInstance(fixture, gatewaysOf && ((clock) => gatewaysOf(fixture, clock)))
    wrong.push(...(await scenario(fixture, host)))
    await untilQuiet(fixture)
    await host.pass(1)
  }
  const own: Violation[] = wrong.map((what) => ({ invariant: 'I1', orderId: null, what }))
  const runs = await fixture.query('select from payments')
  return { scenario: name, runs: runs.length, violations: [...own, ...(await checkDatabase(fixture))] }
}

export async function unpaidOrders({ query }: Fixture): Promise<string[]> {
  const rows = await query<{ id: string }>('select id from orders where paid_at is null')
  return rows.map(({ id }) => `order ${id} is unpaid`)
}
