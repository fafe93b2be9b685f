import Stripe from 'stripe'
import { expect, it } from 'vitest'
import { startTestSimulator, stripeKeys } from '../testing/start-test-simulator.ts'

async function paidIntent() {
  const simulator = await startTestSimulator()
  const { hostname, port } = new URL(simulator.url)
  const stripe = new Stripe(stripeKeys.secretKey, { host: hostname, port, protocol: 'http', maxNetworkRetries: 0 })
  const intent = await stripe.paymentIntents.create({ amount: 450_000, currency: 'kes' })
  simulator.control.payIntent(intent.id)
  const refund = (amount: number, key: string) =>
    stripe.refunds.create({ payment_intent: intent.id, amount, metadata: { refundId: key } }, { idempotencyKey: key })
  const list = async () => (await stripe.refunds.list({ payment_intent: intent.id })).data
  const inLedger = () => simulator.ledger.find(intent.id)?.refundedCents
  const types = () => simulator.control.events().map(({ type }) => type)
  return { ...simulator, intent, refund, list, inLedger, types }
}

it('gives a part back once under one key, and lists it with the shop’s own id', async () => {
  const { refund, list, inLedger, types } = await paidIntent()
  const answers = await Promise.all([
    refund(100_000, 'rf-1').catch(() => undefined),
    refund(100_000, 'rf-1').catch(() => undefined),
  ])
  const again = await refund(100_000, 'rf-1')
  expect(answers.filter(Boolean).every((each) => each?.id === again.id)).toBe(true)
  expect(await list()).toMatchObject([
    { id: again.id, amount: 100_000, status: 'succeeded', metadata: { refundId: 'rf-1' } },
  ])
  expect(inLedger()).toBe(100_000)
  expect(types()).toEqual(expect.arrayContaining(['refund.created', 'charge.refunded']))
})

it('refuses more than is left, and anything once all went back', async () => {
  const { refund } = await paidIntent()
  await refund(400_000, 'rf-1')
  await expect(refund(50_001, 'rf-2')).rejects.toMatchObject({ code: 'amount_too_large' })
  await refund(50_000, 'rf-3')
  await expect(refund(1, 'rf-4')).rejects.toMatchObject({ code: 'charge_already_refunded' })
})

it('can be at it for a while, succeed, and fail all the same, with the money back on the account', async () => {
  const { control, refund, list, inLedger, types } = await paidIntent()
  control.direct('stripe.refund-result', { next: [{ kind: 'person' }] })
  const { id, status } = await refund(450_000, 'rf-1')
  expect([status, inLedger()]).toEqual(['pending', 0])
  control.endRefund(id, 'succeeded')
  expect(inLedger()).toBe(450_000)
  control.endRefund(id, 'failed')
  expect(inLedger()).toBe(0)
  expect(await list()).toMatchObject([{ status: 'failed', failure_reason: 'expired_or_canceled_card' }])
  expect(types()).toContain('refund.failed')
  expect((await refund(450_000, 'rf-2')).status).toBe('succeeded')
})

it('opens, updates and closes disputes that say until when the shop may answer', async () => {
  const { control, intent, types } = await paidIntent()
  const { id, evidence_details } = control.openDispute(intent.id)
  expect(evidence_details.due_by).toBeGreaterThan(Date.now() / 1000)
  control.updateDispute(id, 'under_review')
  control.closeDispute(id, 'lost')
  expect(types().filter((type) => type.startsWith('charge.dispute'))).toEqual([
    'charge.dispute.created',
    'charge.dispute.funds_withdrawn',
    'charge.dispute.updated',
    'charge.dispute.closed',
  ])
})

it('refuses to refund what the bank has taken, until the shop has won', async () => {
  const { control, intent, refund } = await paidIntent()
  const { id } = control.openDispute(intent.id, 'warning_needs_response')
  await refund(50_000, 'rf-1')
  control.updateDispute(id, 'needs_response')
  await expect(refund(50_000, 'rf-2')).rejects.toMatchObject({ code: 'charge_disputed' })
  control.closeDispute(id, 'won')
  expect((await refund(50_000, 'rf-3')).status).toBe('succeeded')
})

it('lets an inquiry become a dispute, and gives the money back where the shop wins', async () => {
  const { control, intent, types } = await paidIntent()
  const { id, balance_transactions } = control.openDispute(intent.id, 'warning_needs_response')
  expect(balance_transactions).toEqual([])
  expect(control.updateDispute(id, 'needs_response', 1_900_000_000)).toMatchObject({
    evidence_details: { due_by: 1_900_000_000 },
    balance_transactions: [{ amount: -450_000 }],
  })
  expect(control.closeDispute(id, 'won').balance_transactions).toMatchObject([
    { amount: -450_000 },
    { amount: 450_000 },
  ])
  expect(types().filter((type) => type.startsWith('charge.dispute'))).toEqual([
    'charge.dispute.created',
    'charge.dispute.updated',
    'charge.dispute.funds_withdrawn',
    'charge.dispute.closed',
    'charge.dispute.funds_reinstated',
  ])
})
