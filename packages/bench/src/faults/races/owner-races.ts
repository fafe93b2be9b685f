import { setTimeout as sleep } from 'node:timers/promises'
import { MAX_ATTEMPTS } from '@marashi/api/jobs/retry-pauses'
import { type CardPayment, dispute, disputeCourses, payByCard } from '../disputes.ts'
import type { Fixture } from '../fixture.ts'
import { payByHand, place } from '../pay-by-hand.ts'
import { logIn, refundOf } from '../refund-order.ts'
import { send } from '../send.ts'
import { poison, retryThenDismiss } from '../set-aside.ts'
import { importStatement, mpesaPayments } from '../statements.ts'
import type { Race, RaceSetup } from './race.ts'

/** The bank disputes a card's payment while two administrators refund it. */
const disputeAgainstRefund: Race = async (fixture, second) => {
  const { paymentId, cents, intentId } = await paidCard(fixture)
  const course = disputeCourses[Math.floor(Math.random() * disputeCourses.length)]
  if (!course) throw new Error('There is no such course')
  const refund = async (shop: Fixture) => {
    const { path, body } = refundOf(shop, { id: paymentId, cents })
    return await send(shop, path, { ...body, password: undefined }, await logIn(shop))
  }
  await Promise.all([
    refund(fixture),
    refund(second),
    sleep(Math.random() * 60).then(() => dispute(fixture, intentId, course)),
  ])
}

/** A statement with a payment is imported in both shops while its confirmation arrives. */
const statementAgainstConfirmation: Race = async (fixture, second) => {
  const { client, orderNumber, totalShillings } = await place(fixture)
  const receipt = payByHand(fixture, client, { amountShillings: totalShillings, account: orderNumber })
  const payments = mpesaPayments(fixture).filter((each) => each.receipt === receipt)
  await Promise.all([fixture, second, fixture].map((shop) => importStatement(shop, client, payments)))
}

/** Two administrators retry and dismiss one event that was set aside. */
const dismissAgainstRetry: Race = async (fixture, second) => {
  const { paymentId } = await paidCard(fixture)
  const event = await poison(fixture, { paymentId, attempts: MAX_ATTEMPTS })
  await Promise.all([fixture, second].map((shop) => retryThenDismiss(shop, event)))
}

async function paidCard(fixture: Fixture): Promise<CardPayment> {
  const payment = await payByCard(fixture)
  if (!payment) throw new Error('The order was not paid')
  return payment
}

export const ownerRaces: Record<string, RaceSetup> = {
  'dispute against refund': { race: disputeAgainstRefund, webhookDelaysMs: [0, 20, 80] },
  'statement against confirmation': { race: statementAgainstConfirmation },
  'dismiss against retry of one event': { race: dismissAgainstRetry },
}
