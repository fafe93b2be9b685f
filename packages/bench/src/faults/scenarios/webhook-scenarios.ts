import type { Template } from '@marashi/postgres/test-databases'
import { OVER_A_DAY_MINUTES } from '../app-instance.ts'
import type { Fixture } from '../fixture.ts'
import type { ScenarioResult } from '../report.ts'
import { askForPrompt, payAtOnce, runScenarios, type Scenario, stays, unpaidOrders } from '../scenario.ts'
import { send, sendUntilAnswered } from '../send.ts'
import { untilQuiet } from '../until-quiet.ts'
import { forgeCallbacks } from './forged-callbacks.ts'
import { forgeWebhooks } from './forged-webhooks.ts'

const ORDERS = 6

const askForPrompts = async (fixture: Fixture): Promise<void> => {
  for (let nth = 0; nth < ORDERS; nth++) await askForPrompt(fixture)
}

const scenarios: Record<string, Scenario> = {
  'all callbacks lost': async (fixture, app) => {
    payAtOnce(fixture)
    fixture.simulator.control.direct('daraja.callback', { usually: [{ weight: 1, do: { lost: true } }] })
    await askForPrompts(fixture)
    await app.advance(15)
    return await unpaidOrders(fixture)
  },
  'cancelled in the shop, paid on the phone, callbacks lost': async (fixture, app) => {
    const { control } = fixture.simulator
    control.direct('daraja.callback', { usually: [{ weight: 1, do: { lost: true } }] })
    for (let nth = 0; nth < ORDERS; nth++) {
      const { orderId, phone } = await askForPrompt(fixture)
      await send(fixture, '/api/payments/mpesa/cancel', { orderId })
      control.answerPrompt(control.prompts(phone)[0]?.checkoutRequestId ?? '', '0')
    }
    await app.advance(15)
    return await unpaidOrders(fixture)
  },
  'callbacks 24 hours late, queries know nothing': async (fixture, app) => {
    payAtOnce(fixture)
    const { control } = fixture.simulator
    control.direct('daraja.callback', { usually: [{ weight: 1, do: { delayMs: 26 * 3_600_000 } }] })
    control.direct('daraja.query', { usually: [{ weight: 1, do: { kind: 'claim', code: '4999' } }] })
    await askForPrompts(fixture)
    await app.advance(OVER_A_DAY_MINUTES)
    await control.releaseDeliveries()
    await untilQuiet(fixture)
    return await unpaidOrders(fixture)
  },
  'callbacks of two prompts in reverse order': async (fixture, app) => {
    const { control } = fixture.simulator
    for (let nth = 0; nth < ORDERS; nth++) {
      control.reorderNext('callbacks', 2)
      const { orderId, phone } = await askForPrompt(fixture)
      control.answerPrompt(control.prompts(phone)[0]?.checkoutRequestId ?? '', '1037')
      await app.advance(1.5)
      await sendUntilAnswered(fixture, stays, '/api/payments/mpesa/resend', { orderId })
      control.answerPrompt(control.prompts(phone)[0]?.checkoutRequestId ?? '', '0')
      await untilQuiet(fixture)
    }
    return await unpaidOrders(fixture)
  },
  'forged callbacks': forgeCallbacks,
  'forged card webhooks': forgeWebhooks,
}

/** Runs the scenarios of webhooks that never come, come a day late, in the wrong order, or from somebody else. */
export const runWebhookScenarios = (template: Template, only = ''): Promise<ScenarioResult[]> =>
  runScenarios(template, scenarios, only)
