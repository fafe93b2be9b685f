import { describe, expect, it } from 'vitest'
import { isBeforeOrder } from './money-before-order.ts'

const minute = 60_000
const year = 365 * 24 * 60 * minute
const placedAt = new Date('2026-11-25T09:00:00Z')
const leftToOwner = (msBefore: number, namedBy: 'account' | 'receipt', isSamePhone: boolean) =>
  isBeforeOrder({ movedAt: new Date(placedAt.getTime() - msBefore), placedAt, namedBy, isSamePhone })

describe('money that moved before its order', () => {
  it.each([
    ['a year after the order', -year, 'account', false, false],
    ['a year after the order', -year, 'receipt', false, false],
    ['at the same instant', 0, 'account', false, false],
    ['two minutes before, as clocks differ', 2 * minute, 'account', false, false],
    ['two minutes before, as clocks differ', 2 * minute, 'receipt', false, false],
    ['more than two minutes before', 2 * minute + 1, 'account', false, true],
    ['more than two minutes before', 2 * minute + 1, 'receipt', false, true],
    ['more than two minutes before, by the same phone', 2 * minute + 1, 'receipt', true, false],
    ['half an hour before, by the same phone', 30 * minute, 'receipt', true, false],
    ['more than half an hour before, by the same phone', 30 * minute + 1, 'receipt', true, true],
    ['a year before, by the same phone', year, 'receipt', true, true],
    [
      'minutes before, by the same phone, with the number of an order that was not there',
      3 * minute,
      'account',
      true,
      true,
    ],
  ] as const)('%s', (_when, msBefore, namedBy, isSamePhone, isLeft) => {
    expect(leftToOwner(msBefore, namedBy, isSamePhone)).toBe(isLeft)
  })
})
