import { describe, expect, it } from 'vitest'
import { initialSettings } from './settings/groups.ts'
import { beingPaidUntil, heldOnUntil, heldUntil } from './stock-hold.ts'

const now = new Date('2026-11-27T09:00:00Z')
const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const after = (ms: number) => new Date(now.getTime() + ms)

describe('an order that begins to wait', () => {
  it.each([
    ['to be paid before it is sent', 'a day', { isOnDelivery: false }, 24 * HOUR_MS],
    ['to be paid on delivery', 'a week', { isOnDelivery: true }, 7 * 24 * HOUR_MS],
  ])('%s holds its pieces for %s', (_order, _time, order, ms) => {
    expect(heldUntil(initialSettings, { ...order, now })).toEqual(after(ms))
  })

  it.each([
    [{ isOnDelivery: false }, 3 * HOUR_MS],
    [{ isOnDelivery: true }, 2 * 24 * HOUR_MS],
  ])('holds them for as long as the owner has set: %o', (order, ms) => {
    const settings = { stock: { ...initialSettings.stock, holdHours: 3, deliveryHoldDays: 2 } }
    expect(heldUntil(settings, { ...order, now })).toEqual(after(ms))
  })
})

it('gives whoever is asked for money half an hour', () => {
  expect(beingPaidUntil(now)).toEqual(after(30 * MINUTE_MS))
})

describe('an order whose time is over', () => {
  const justOver = { holdEndsAt: now, askedAt: null, isUndecided: false }

  it.each([
    ['that nothing may pay any more', justOver, undefined],
    ['that was asked for money half an hour ago', { ...justOver, askedAt: after(-30 * MINUTE_MS) }, undefined],
    ['that was asked a minute less ago', { ...justOver, askedAt: after(-29 * MINUTE_MS) }, MINUTE_MS],
    [
      'that is asked again and again',
      { ...justOver, holdEndsAt: after(-110 * MINUTE_MS), askedAt: now },
      10 * MINUTE_MS, // two hours after its end
    ],
    ['that was asked beyond that', { ...justOver, holdEndsAt: after(-2 * HOUR_MS), askedAt: now }, undefined],
    ['whose money is undecided', { ...justOver, isUndecided: true }, 5 * MINUTE_MS],
    [
      'whose money is undecided and that was asked beyond two hours',
      { holdEndsAt: after(-3 * HOUR_MS), askedAt: now, isUndecided: true },
      5 * MINUTE_MS,
    ],
  ])('%s', (_order, order, ms) => {
    expect(heldOnUntil(order, now)).toEqual(ms === undefined ? undefined : after(ms))
  })
})
