import type { Fixture } from './fixture.ts'
import { invariants } from './invariants.ts'

export const invariantIds = ['I1', 'I2', 'I3', 'I4', 'I5', 'I6', 'I7', 'I8', 'I9', 'I11', 'I12', 'I13', 'I14'] as const
export type InvariantId = (typeof invariantIds)[number]

/** A row that breaks an invariant. */
export interface Violation {
  invariant: InvariantId
  /** The order it shows on, where it shows on one. */
  orderId: string | null
  what: string
}

/** Checks the shop's database against every invariant; the gateways' own ledger decides what is true. */
export async function checkDatabase({ query, simulator, recorder }: Fixture): Promise<Violation[]> {
  const orderOfPrompt = await ordersByPrompt(query)
  const reported = [
    ...recorder.orders.map((each) => ({ kind: 'order', ...each })),
    ...recorder.attempts.map((orderId) => ({ kind: 'attempt', orderId })),
    ...recorder.confirmed.map((orderId) => ({ kind: 'confirmed', orderId })),
    // A callback that the shop answered with 200 is stored, whatever happened next.
    ...simulator.control.deliveries().flatMap(({ about, outcome }) => {
      const orderId = orderOfPrompt.get(about)
      return outcome === 200 && orderId ? [{ kind: 'callback', orderId }] : []
    }),
  ]
  const values = [JSON.stringify(simulator.control.ledger()), JSON.stringify(reported)]
  const violations: Violation[] = []
  for (const { id, sql } of invariants) {
    const rows = await query<Omit<Violation, 'invariant'>>(sql, values)
    violations.push(...rows.map((row) => ({ ...row, invariant: id })))
  }
  const plain = (invariant: InvariantId) => (what: string) => ({ invariant, orderId: null, what })
  return [...violations, ...recorder.leaks.map(plain('I11')), ...recorder.serverErrors.map(plain('I12'))]
}

async function ordersByPrompt(query: Fixture['query']): Promise<Map<string, string>> {
  const rows = await query<{ prompt: string; orderId: string }>(
    `select mpesa_checkout_request_id as prompt, order_id as "orderId" from payments where mpesa_checkout_request_id is not null`,
  )
  return new Map(rows.map(({ prompt, orderId }) => [prompt, orderId]))
}
