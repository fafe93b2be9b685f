import type { Template } from '@marashi/postgres/test-databases'
import { OVER_A_DAY_MINUTES } from '../app-instance.ts'
import type { Fixture } from '../fixture.ts'
import { checkToday, payByHand, place } from '../pay-by-hand.ts'
import { refundPrompt } from '../refund-prompt.ts'
import type { ScenarioResult } from '../report.ts'
import { askForPrompt, payAtOnce, runScenarios, type Scenario, stays, unpaidOrders } from '../scenario.ts'
import type { ShopResponse } from '../send.ts'
import { importStatement, mpesaPayments } from '../statements.ts'
import { untilQuiet } from '../until-quiet.ts'

const ORDERS = 6

const payOrders = async (fixture: Fixture): Promise<void> => {
  for (let nth = 0; nth < ORDERS; nth++) {
    const { client, orderNumber, totalShillings } = await place(fixture)
    payByHand(fixture, client, { amountShillings: totalShillings, account: orderNumber })
    await askForPrompt(fixture)
  }
}

/** One message unless every movement was added by exactly one of the imports. */
function addedOnce(answers: readonly (ShopResponse | undefined)[], movements: number): string[] {
  const refused = answers.flatMap((each) => (each?.status === 200 ? [] : [`an import was answered ${each?.status}`]))
  const added = answers.reduce((sum, each) => sum + Number(each?.body.added ?? 0), 0)
  return added === movements ? refused : [...refused, `${added} lines were added for ${movements} movements`]
}

const scenarios: Record<string, Scenario> = {
  'the same statement 4 times at once, nothing else reported': async (fixture, app) => {
    const { control } = fixture.simulator
    payAtOnce(fixture)
    for (const point of ['daraja.confirmation', 'daraja.callback'] as const) {
      control.direct(point, { usually: [{ weight: 1, do: { lost: true } }] })
    }
    await payOrders(fixture)
    await untilQuiet(fixture)
    const send = () => importStatement(fixture, { leaves: stays })
    const answers = await Promise.all([send(), send(), send(), send()])
    answers.push(await send())
    await app.advance(1)
    return [...addedOnce(answers, 2 * ORDERS), ...(await unpaidOrders(fixture))]
  },
  'overlapping statements beside confirmations, callbacks and the list': async (fixture, app) => {
    const { control } = fixture.simulator
    payAtOnce(fixture)
    for (const point of ['daraja.confirmation', 'daraja.callback'] as const) {
      control.direct(point, {
        usually: [0, 300, 900].map((delayMs) => ({ weight: 1, do: { delayMs, times: 2, together: true } })),
      })
    }
    await payOrders(fixture)
    const all = mpesaPayments(fixture)
    const [early, late] = [all.slice(0, Math.ceil(all.length * 0.7)), all.slice(Math.floor(all.length * 0.3))]
    await Promise.all([
      ...[early, late, all].map((payments) => importStatement(fixture, { leaves: stays }, payments)),
      checkToday(fixture, { leaves: stays }),
    ])
    await untilQuiet(fixture)
    await app.advance(1)
    return await unpaidOrders(fixture)
  },
  'statements with reversals whose results were lost': async (fixture, app) => {
    const { control } = fixture.simulator
    payAtOnce(fixture)
    control.direct('daraja.result', { next: Array.from({ length: ORDERS }, () => ({ lost: true })) })
    for (let nth = 0; nth < ORDERS; nth++) await refundPrompt(fixture)
    await app.advance(1)
    const answers = [
      await importStatement(fixture, { leaves: stays }),
      await importStatement(fixture, { leaves: stays }),
    ]
    await app.advance(OVER_A_DAY_MINUTES)
    const [lines] = await fixture.query<{ count: number }>(
      'select count(*)::int from gateway_transactions where refund_id is not null',
    )
    const unknown = lines?.count === ORDERS ? [] : [`${lines?.count} of ${ORDERS} reversals are refunds of ours`]
    return [...unknown, ...addedOnce(answers, 2 * ORDERS)]
  },
}

/** Runs the scenarios of statements that come twice, overlap, and know more than anybody has reported. */
export const runStatementScenarios = (template: Template, only = ''): Promise<ScenarioResult[]> =>
  runScenarios(template, scenarios, only)
