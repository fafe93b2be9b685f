import type {} from '@marashi/api/testing/global-setup'
import { expect, inject, it } from 'vitest'
import { startAppInstance } from './app-instance.ts'
import { checkDatabase } from './check-database.ts'
import { openFixture } from './fixture.ts'
import { killAtPoints } from './kill-points.ts'
import { askForPrompt, payAtOnce } from './lost-and-forged.ts'
import { untilQuiet } from './the-day-after.ts'

// The long runs are `npm run faults`; here a short one of each kind, and the proof that the checks can fail.
const PATIENCE_MS = 120_000

it('keeps its books when it is killed between the steps of a payment', { timeout: PATIENCE_MS }, async () => {
  const lines = await killAtPoints(inject('databaseTemplate'), {
    points: ['attempt-answered', 'settle-payment-written'],
    rounds: 1,
    endsBy: Date.now() + PATIENCE_MS / 2,
  })
  expect(lines.map(({ runs }) => runs)).toEqual([1, 1, 1, 3])
  expect(lines.flatMap(({ violations }) => violations)).toEqual([])
})

it.each([
  ['nothing', '', []],
  ['a shilling more on the payment', 'update payments set amount = amount + 1', ['I1']],
  ['a forgotten payment', `update orders set paid_at = null`, ['I2', 'I3']],
  ['a line that costs more', 'update order_items set product_price = product_price + 1', ['I3']],
  ['an order without lines', 'delete from order_items', ['I4']],
  ['a lost key', 'delete from order_keys', ['I5', 'I5']],
  ['a lost message', 'delete from webhook_events', ['I6']],
  ['a message nobody worked on', 'update webhook_events set processed_at = null', ['I8']],
])('finds %s in books that somebody has changed', { timeout: PATIENCE_MS }, async (_what, tampering, expected) => {
  await using fixture = await openFixture(inject('databaseTemplate'))
  payAtOnce(fixture)
  {
    await using host = await startAppInstance(fixture)
    await askForPrompt(fixture)
    await untilQuiet(fixture)
    await host.pass(1)
  }
  if (tampering) await fixture.query(tampering)
  const violations = await checkDatabase(fixture)
  expect(violations.map(({ invariant }) => invariant)).toEqual(expected)
})
