import { expect, it } from 'vitest'
import { orderTimeline } from './order-timeline.ts'

type Order = Parameters<typeof orderTimeline<string>>[0]

const placed: Order = {
  status: 'pending',
  placedAt: '14:30',
  paidAt: null,
  refundedAt: null,
  isPaidOnDelivery: false,
  changes: [],
}
const begun = { status: 'processing', at: '15:10' } as const
const sent = { status: 'shipped', at: '09:00' } as const

it.each<[string, Partial<Order>, string]>([
  ['waits to be paid', {}, 'received done 14:30, paid now, packed next, sent next, delivered next'],
  [
    'is paid and not begun',
    { paidAt: '14:32' },
    'received done 14:30, paid now 14:32, packed next, sent next, delivered next',
  ],
  [
    'is being packed',
    { paidAt: '14:32', status: 'processing', changes: [begun] },
    'received done 14:30, paid done 14:32, packed now 15:10, sent next, delivered next',
  ],
  [
    'is on its way',
    { paidAt: '14:32', status: 'shipped', changes: [begun, sent] },
    'received done 14:30, paid done 14:32, packed done 15:10, sent now 09:00, delivered next',
  ],
  [
    'has arrived',
    { paidAt: '14:32', status: 'delivered', changes: [begun, sent, { status: 'delivered', at: '11:45' }] },
    'received done 14:30, paid done 14:32, packed done 15:10, sent done 09:00, delivered done 11:45',
  ],
  [
    'came back to the shop to be packed again',
    { paidAt: '14:32', status: 'processing', changes: [begun, sent, { status: 'processing', at: '10:20' }] },
    'received done 14:30, paid done 14:32, packed now 10:20, sent next, delivered next',
  ],
  ['is paid to the courier', { isPaidOnDelivery: true }, 'received now 14:30, packed next, sent next, delivered next'],
  [
    'was packed before it was paid',
    { status: 'processing', changes: [begun] },
    'received done 14:30, paid next, packed now 15:10, sent next, delivered next',
  ],
  [
    'was cancelled',
    { status: 'cancelled', changes: [{ status: 'cancelled', at: '16:00' }] },
    'received done 14:30, cancelled now 16:00',
  ],
  [
    'was paid and cancelled',
    { status: 'cancelled', paidAt: '14:32', changes: [begun, { status: 'cancelled', at: '16:00' }] },
    'received done 14:30, paid done 14:32, cancelled now 16:00',
  ],
  [
    'had its money sent back',
    { status: 'processing', refundedAt: '17:00', changes: [begun] },
    'received done 14:30, refunded now 17:00',
  ],
])('an order that %s', (_, order, expected) => {
  const steps = orderTimeline({ ...placed, ...order }).map(({ step, state, at }) => [step, state, at ?? ''].join(' '))
  expect(steps.map((step) => step.trim()).join(', ')).toBe(expected)
})
