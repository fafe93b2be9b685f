import { afterEach, expect, it } from 'vitest'
import { makePendingPayment } from '../../../testing/pending-payments.ts'
import { type PendingPayment, readPendingPayment, savePendingPayment } from './pending-payment.ts'
import {
  endPendingPayment,
  findPendingPayment,
  heldItems,
  putPendingPaymentFirst,
  updatePendingPayment,
} from './set-aside.ts'

const orderOf = (orderId: string) => makePendingPayment({ orderId })
const [first, second, third] = ['1', '2', '3'].map(orderOf) as [PendingPayment, PendingPayment, PendingPayment]
const waiting = () => {
  const ids: string[] = []
  for (let order = readPendingPayment() ?? undefined; order; order = order.behind) ids.push(order.orderId)
  return ids
}

afterEach(() => localStorage.clear())

it('an order that is about to be paid goes before those that wait, and never waits behind itself', () => {
  for (const order of [first, second, third, first]) putPendingPaymentFirst(order)
  expect(waiting()).toEqual(['1', '3', '2'])
})

it('an order that waits behind another is changed and ended where it stands', () => {
  savePendingPayment({ ...first, behind: { ...second, behind: third } })
  expect(updatePendingPayment('2', { isCharging: true })).toBe(true)
  expect(findPendingPayment('2')).toMatchObject({ isCharging: true, behind: third })
  expect(readPendingPayment()?.isCharging).toBeUndefined()
  endPendingPayment('2')
  expect(waiting()).toEqual(['1', '3'])
  endPendingPayment('1')
  expect(waiting()).toEqual(['3'])
})

it('an order that this browser no longer waits for is neither changed nor ended', () => {
  savePendingPayment(first)
  expect(updatePendingPayment('2', { isCharging: true })).toBe(false)
  endPendingPayment('2')
  expect(readPendingPayment()).toEqual(first)
})

const piecesOf = (productId: string) => [{ productId, quantity: 1 }]
const inFront = makePendingPayment({ items: piecesOf('oud'), behind: { ...second, items: piecesOf('rose') } })

it.each([
  [
    'is the order in front alone: nobody asks about one behind it',
    { state: 'unpaid', isHolding: true } as const,
    piecesOf('oud'),
  ],
  ['is taken to be so before the shop has answered', undefined, piecesOf('oud')],
  ['is no order that has given its pieces back, though it waits', { state: 'unpaid', isHolding: false } as const, []],
  ['is no order that has ended', { state: 'cancelled', isHolding: false } as const, []],
])('what holds pieces for this browser %s', (_, status, held) => {
  expect(heldItems(inFront, status)).toEqual(held)
})
