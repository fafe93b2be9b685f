import type { Gateways } from '@marashi/api/modules/payments/providers/registry'
import type { Template } from '@marashi/postgres/test-databases'
import { type AppInstance, startAppInstance } from './app-instance.ts'
import { checkDatabase, type Violation } from './check-database.ts'
import { newClient, order } from './client.ts'
import { type Fixture, openFixture } from './fixture.ts'
import type { ScenarioResult } from './report.ts'
import { send } from './send.ts'
import { untilQuiet } from './until-quiet.ts'

/** Does something to the shop and returns what it finds wrong itself, one message each. */
export type Scenario = (fixture: Fixture, app: AppInstance) => Promise<string[]>

const TRIES = 5

/** A client that does not leave before its scenario ends. */
export const stays = new AbortController().signal

/** Runs one scenario on a fixture of its own. What the scenario itself finds wrong counts against I1. */
export async function runScenario(
  template: Template,
  name: string,
  scenario: Scenario,
  gatewaysOf?: (fixture: Fixture, clock: () => Date) => Partial<Gateways>,
): Promise<ScenarioResult> {
  await using fixture = await openFixture(template)
  const wrong: string[] = []
  {
    await using app = await startAppInstance(fixture, gatewaysOf && ((clock) => gatewaysOf(fixture, clock)))
    wrong.push(...(await scenario(fixture, app)))
    await untilQuiet(fixture)
    await app.advance(1)
  }
  const own: Violation[] = wrong.map((what) => ({ invariant: 'I1', orderId: null, what }))
  const runs = await fixture.query('select from payments')
  return { scenario: name, runs: runs.length, violations: [...own, ...(await checkDatabase(fixture))] }
}

/** Runs those whose name has `only`, one after the other, each on a fixture of its own. */
export async function runScenarios(
  template: Template,
  scenarios: Record<string, Scenario>,
  only: string,
): Promise<ScenarioResult[]> {
  const lines: ScenarioResult[] = []
  for (const [name, scenario] of Object.entries(scenarios)) {
    if (name.includes(only)) lines.push(await runScenario(template, name, scenario))
  }
  return lines
}

/** Orders and asks for a prompt. Returns the order, whatever happened to the prompt, and whether the shop has it. */
export async function askForPrompt(fixture: Fixture): Promise<{ orderId: string; phone: string; isAsked: boolean }> {
  const client = newClient(fixture, stays)
  const orderId = await order(fixture, client, 'mpesa')
  if (!orderId) throw new Error('The order was not placed')
  let isAsked = false
  for (let left = TRIES; left > 0 && !isAsked; left--) {
    const response = await send(fixture, '/api/payments/mpesa/initiate', { orderId, phone: client.phone })
    isAsked = response !== undefined && response.status < 300
    // A busy shop turns some shoppers away before it has an attempt; those ask again.
    if (!isAsked && (await fixture.query('select from payments where order_id = $1', [orderId])).length > 0) break
  }
  if (isAsked) fixture.recorder.attempts.push(orderId)
  return { orderId, phone: `254${client.phone.slice(1)}`, isAsked }
}

/** Pays every prompt as soon as it is open. */
export const payAtOnce = ({ simulator: { control } }: Fixture) =>
  control.direct('daraja.prompt', { usually: [{ weight: 1, do: { kind: 'result', code: '0', afterMs: 10 } }] })

/** Pays every prompt after as long as fast people need. */
export const paySoon = ({ simulator: { control } }: Fixture) =>
  control.direct('daraja.prompt', {
    usually: [60, 400, 1_500].map((afterMs) => ({ weight: 1, do: { kind: 'result', code: '0', afterMs } })),
  })

/** One message for each unpaid order. */
export async function unpaidOrders({ query }: Fixture): Promise<string[]> {
  const rows = await query<{ id: string }>('select id from orders where paid_at is null')
  return rows.map(({ id }) => `order ${id} is unpaid`)
}
