import type { Dispute } from '@marashi/gateway-simulator/stripe/dispute'
import type { Fixture } from './fixture.ts'

/** Within a second the later step is the newer one. */
const steps = ['created', 'updated', 'funds_withdrawn', 'funds_reinstated', 'closed']

/** The disputes that the shop was told of, as they stood in the newest event that it took, and all that the bank moved. */
export function disputesBy(control: Fixture['simulator']['control']) {
  const taken = new Set(control.deliveries().flatMap(({ about, outcome }) => (outcome === 200 ? [about] : [])))
  const events = control
    .events()
    .filter(({ type }) => type.startsWith('charge.dispute.'))
    .map(({ id, type, created, data }) => {
      const step = steps.indexOf(type.slice('charge.dispute.'.length))
      return { isTaken: taken.has(id), order: created * steps.length + step, object: data.object as Dispute }
    })
  const newest = new Map<string, (typeof events)[number]>()
  const movements = new Map<string, number[]>()
  for (const event of events) {
    const { id, balance_transactions: moved } = event.object
    if (moved.length > (movements.get(id)?.length ?? 0))
      movements.set(
        id,
        moved.map(({ amount }) => amount),
      )
    if (event.isTaken && event.order >= (newest.get(id)?.order ?? 0)) newest.set(id, event)
  }
  return [...newest].map(([id, { object }]) => ({
    id,
    intent: object.payment_intent,
    charge: object.charge,
    state: stateOf(object.status),
    movements: movements.get(id) ?? [],
  }))
}

function stateOf(status: Dispute['status']): 'open' | 'won' | 'lost' {
  if (status === 'lost') return 'lost'
  return status === 'won' || status === 'warning_closed' || status === 'prevented' ? 'won' : 'open'
}
