import type { Gateways } from '@marashi/api/modules/payments/providers/registry'
import type { Template } from '@marashi/postgres/test-databases'
import { type Host, openHost } from './app-instance.ts'
import { checkBooks, type Violation } from './check-database.ts'
import { newShopper, order, send } from './client.ts'
import { type Ground, openGround } from './fixture.ts'
import { forgeWebhooks } from './forged-webhooks.ts'
import { forgeCallbacks } from './forgeries.ts'
import type { Line } from './report.ts'
import { untilQuiet } from './the-day-after.ts'

const ORDERS = 6
const stays = new AbortController().signal
const A_DAY_MINUTES = 25 * 60

export type Play = (ground: Ground, host: Host) => Promise<string[]>

/** Orders and asks for a prompt. Answers the order, whatever became of the prompt. */
export async function askForPrompt(ground: Ground): Promise<{ orderId: string; phone: string }> {
  const shopper = newShopper(ground, stays)
  const orderId = await order(ground, shopper, 'mpesa')
  if (!orderId) throw new Error('The order was not taken')
  await send(ground, '/api/payments/mpesa/initiate', { orderId, phone: shopper.phone })
  return { orderId, phone: `254${shopper.phone.slice(1)}` }
}

const many = async (ground: Ground): Promise<void> => {
  for (let nth = 0; nth < ORDERS; nth++) await askForPrompt(ground)
}

/** Every prompt is paid as soon as it is there. */
export const payAtOnce = ({ simulator: { control } }: Ground) =>
  control.direct('daraja.prompt', { usually: [{ weight: 1, do: { kind: 'result', code: '0', afterMs: 10 } }] })

const plays: Record<string, Play> = {
  'all callbacks lost': async (ground, host) => {
    payAtOnce(ground)
    ground.simulator.control.direct('daraja.callback', { usually: [{ weight: 1, do: { lost: true } }] })
    await many(ground)
    await host.pass(15)
    return await unpaidOrders(ground)
  },
  'cancelled in the shop, paid on the phone, callbacks lost': async (ground, host) => {
    const { control } = ground.simulator
    control.direct('daraja.callback', { usually: [{ weight: 1, do: { lost: true } }] })
    for (let nth = 0; nth < ORDERS; nth++) {
      const { orderId, phone } = await askForPrompt(ground)
      await send(ground, '/api/payments/mpesa/cancel', { orderId })
      control.answerPrompt(control.prompts(phone)[0]?.checkoutRequestId ?? '', '0')
    }
    await host.pass(15)
    return await unpaidOrders(ground)
  },
  'callbacks 24 hours late, queries know nothing': async (ground, host) => {
    payAtOnce(ground)
    const { control } = ground.simulator
    control.direct('daraja.callback', { usually: [{ weight: 1, do: { delayMs: 26 * 3_600_000 } }] })
    control.direct('daraja.query', { usually: [{ weight: 1, do: { kind: 'says', code: '4999' } }] })
    await many(ground)
    await host.pass(A_DAY_MINUTES)
    await control.releaseDeliveries()
    await untilQuiet(ground)
    return await unpaidOrders(ground)
  },
  'callbacks of two prompts in reverse order': async (ground, host) => {
    const { control } = ground.simulator
    for (let nth = 0; nth < ORDERS; nth++) {
      control.reorderNext('callbacks', 2)
      const { orderId, phone } = await askForPrompt(ground)
      control.answerPrompt(control.prompts(phone)[0]?.checkoutRequestId ?? '', '1037')
      await host.pass(1.5)
      await send(ground, '/api/payments/mpesa/resend', { orderId })
      control.answerPrompt(control.prompts(phone)[0]?.checkoutRequestId ?? '', '0')
      await untilQuiet(ground)
    }
    return await unpaidOrders(ground)
  },
  'forged callbacks': forgeCallbacks,
  'forged card messages': forgeWebhooks,
}

/** Messages that never come, come a day late, in the wrong order, or from somebody else. */
export async function loseAndForge(template: Template): Promise<Line[]> {
  const lines: Line[] = []
  for (const [name, play] of Object.entries(plays)) lines.push(await stagePlay(template, name, play))
  return lines
}

/** One play on a ground of its own. What the play itself finds wrong counts against I1. */
export async function stagePlay(
  template: Template,
  name: string,
  play: Play,
  gatewaysOf?: (ground: Ground, clock: () => Date) => Partial<Gateways>,
): Promise<Line> {
  await using ground = await openGround(template)
  const wrong: string[] = []
  {
    await using host = await openHost(ground, gatewaysOf && ((clock) => gatewaysOf(ground, clock)))
    wrong.push(...(await play(ground, host)))
    await untilQuiet(ground)
    await host.pass(1)
  }
  const own: Violation[] = wrong.map((what) => ({ invariant: 'I1', orderId: null, what }))
  const runs = await ground.query('select from payments')
  return { scenario: name, runs: runs.length, violations: [...own, ...(await checkBooks(ground))] }
}

export async function unpaidOrders({ query }: Ground): Promise<string[]> {
  const rows = await query<{ id: string }>('select id from orders where paid_at is null')
  return rows.map(({ id }) => `order ${id} is unpaid`)
}
