import type { Fixture } from './fixture.ts'
import { invariants } from './invariants/invariants.ts'
import { disputesBy } from './reported-disputes.ts'

export const invariantIds = [
  ...(['I1', 'I2', 'I3', 'I4', 'I5', 'I6', 'I7', 'I8', 'I9', 'I11', 'I12', 'I13', 'I14'] as const),
  ...(['I15', 'I16', 'I17', 'I18', 'I19', 'I20', 'I21', 'I22', 'I23', 'I24', 'I25', 'I26'] as const),
]
export type InvariantId = (typeof invariantIds)[number]

/** A row that breaks an invariant. */
export interface Violation {
  invariant: InvariantId
  /** The order it shows on, where it shows on one. */
  orderId: string | null
  what: string
}

/** Checks the shop's database against every invariant; the gateways' own ledger decides what is true. */
export async function checkDatabase({ query, simulator, recorder, mail }: Fixture): Promise<Violation[]> {
  const { control } = simulator
  const receipts = new Set(control.ledger().map(({ receipt }) => receipt))
  const orderOfPrompt = await ordersByPrompt(query)
  const reported = [
    ...recorder.orders.map((each) => ({ kind: 'order', ...each })),
    ...recorder.attempts.map((orderId) => ({ kind: 'attempt', orderId })),
    ...recorder.confirmed.map((orderId) => ({ kind: 'confirmed', orderId })),
    // A callback that the shop answered with 200 is stored, whatever happened next.
    ...control.deliveries().flatMap(({ about, outcome }): { kind: string; key?: string; orderId?: string }[] => {
      if (outcome !== 200) return []
      if (receipts.has(about)) return [{ kind: 'confirmation', key: about }]
      const orderId = orderOfPrompt.get(about)
      return orderId ? [{ kind: 'callback', orderId }] : []
    }),
    ...Array.from({ length: recorder.kills }, () => ({ kind: 'kill' })),
  ]
  const facts = [control.ledger(), reported, sentBackBy(control), mail.messageIds, disputesBy(control)]
  const values = facts.map((each) => JSON.stringify(each))
  const violations: Violation[] = []
  for (const { id, sql } of invariants) {
    const rows = await query<Omit<Violation, 'invariant'>>(sql, values)
    violations.push(...rows.map((row) => ({ ...row, invariant: id })))
  }
  const plain = (invariant: InvariantId) => (what: string) => ({ invariant, orderId: null, what })
  return [...violations, ...recorder.leaks.map(plain('I11')), ...recorder.serverErrors.map(plain('I12'))]
}

/** The refunds that the gateways carried out, under their names for them and for the payment. */
function sentBackBy(control: Fixture['simulator']['control']) {
  const reversals = control
    .reversals()
    .filter(({ code }) => code === '0')
    .map(({ conversationId: id, reversalReceipt, receipt: payment, amountShillings }) => {
      return { gateway: 'mpesa', id, receipt: reversalReceipt, payment, amountCents: amountShillings * 100 }
    })
  const refunds = control
    .refunds()
    .filter(({ status }) => status === 'succeeded')
    .map(({ id, charge: payment, amount }) => ({ gateway: 'stripe', id, receipt: id, payment, amountCents: amount }))
  return [...reversals, ...refunds]
}

async function ordersByPrompt(query: Fixture['query']): Promise<Map<string, string>> {
  const rows = await query<{ prompt: string; orderId: string }>(
    `select mpesa_checkout_request_id as prompt, order_id as "orderId" from payments where mpesa_checkout_request_id is not null`,
  )
  return new Map(rows.map(({ prompt, orderId }) => [prompt, orderId]))
}
