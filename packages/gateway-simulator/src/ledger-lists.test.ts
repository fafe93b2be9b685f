import { nairobiSecond } from '@marashi/domain/rules/nairobi-time'
import Stripe from 'stripe'
import { expect, it } from 'vitest'
import { merchant } from './testing/daraja-merchant.ts'
import { startTestSimulator, stripeKeys } from './testing/start-test-simulator.ts'

const HOUR_MS = 3_600_000

it('lists what Stripe’s balance moved, with what it is about, and what a test makes wrong of it', async () => {
  const { url, control } = await startTestSimulator({ stripe: { balanceAfterMs: 60_000 } })
  const { hostname, port } = new URL(url)
  const stripe = new Stripe(stripeKeys.secretKey, { host: hostname, port, protocol: 'http', maxNetworkRetries: 0 })
  const intent = await stripe.paymentIntents.create({ amount: 450_000, currency: 'kes' })
  control.payIntent(intent.id)
  const charge = control.settleBalance(intent.id)
  const refund = await stripe.refunds.create({ payment_intent: intent.id, amount: 100_000 })
  control.endRefund(refund.id, 'failed')
  const dispute = control.openDispute(intent.id)
  control.closeDispute(dispute.id, 'won')
  const now = Math.floor(Date.now() / 1000)
  const list = (limit: number) =>
    stripe.balanceTransactions
      .list({ created: { gte: now - 60, lt: now + 60 }, limit, expand: ['data.source'] })
      .autoPagingToArray({ limit: 100 })
  const categories = ['dispute_reversal', 'dispute', 'refund_failure', 'refund', 'charge']
  expect((await list(2)).map(({ reporting_category }) => reporting_category)).toEqual(categories)
  const lines = await list(100)
  expect(lines.at(-1)).toMatchObject({
    currency: 'usd',
    amount: 3_465,
    fee: 130,
    source: { id: charge.id, object: 'charge', amount_captured: 450_000, currency: 'kes' },
  })
  expect(lines.at(-2)).toMatchObject({ net: -770, source: { id: refund.id, object: 'refund', amount: 100_000 } })
  control.direct('stripe.balance-list', {
    next: [
      { kind: 'missing', source: charge.id },
      { kind: 'doubled', source: charge.id },
      { kind: 'wrong', source: charge.id, amountCents: 1 },
    ],
  })
  expect(await list(100)).toHaveLength(4)
  expect(await list(100)).toHaveLength(6)
  expect((await list(100)).at(-1)).toMatchObject({ source: { amount_captured: 1 } })
  await expect(stripe.balanceTransactions.list({ limit: 3 })).rejects.toThrow('created')
})

it('lists payments by M-Pesa of the last two days to who registered, and what a test makes wrong of it', async () => {
  const { control, ledger, merchant: client, callbackUrl } = await startTestSimulator()
  const shortcode = { ShortCode: merchant.shortcode }
  const period = (until = Date.now()) => ({
    ...shortcode,
    StartDate: nairobiSecond(until - 24 * HOUR_MS),
    EndDate: nairobiSecond(until + HOUR_MS),
  })
  const list = async (OffSetValue = '0', of = period()) => (await client.pull('query', { ...of, OffSetValue })).body
  for (let at = 0; at < 12; at++) {
    await client.push({ PhoneNumber: `2547123456${at + 10}`, PartyA: `2547123456${at + 10}`, CallBackURL: callbackUrl })
  }
  for (const { checkoutRequestId } of control.prompts()) control.answerPrompt(checkoutRequestId, '0')
  const receipts = ledger.entries().map(({ receipt }) => receipt)
  expect(await list()).toMatchObject({ ResponseCode: '1001' })
  const registration = { ...shortcode, RequestType: 'Pull', NominatedNumber: '254712345678', CallBackURL: callbackUrl }
  expect((await client.pull('register', registration)).body).toMatchObject({ ResponseStatus: '1000' })
  expect((await client.pull('register', registration)).body).toMatchObject({ ResponseStatus: '1001' })
  const idsIn = (rows: unknown) => (rows as { transactionId: string }[][])[0]?.map(({ transactionId }) => transactionId)
  expect(idsIn((await list()).Response)).toEqual(receipts.slice(0, 10))
  expect(idsIn((await list('10')).Response)).toEqual(receipts.slice(10))
  expect(await list('12')).toMatchObject({ ResponseCode: '1001', Response: '[[]]' })
  const receipt = receipts[0] ?? ''
  control.direct('daraja.pull-list', {
    next: [
      { kind: 'missing', receipt },
      { kind: 'doubled', receipt },
      { kind: 'wrong', receipt, amountCents: 100 },
      { kind: 'text' },
    ],
  })
  expect(idsIn((await list()).Response)).toHaveLength(9)
  expect(idsIn((await list()).Response)).toHaveLength(11)
  expect((await list()).Response).toMatchObject([[{ amount: '1.00' }, {}, {}, {}, {}, {}, {}, {}, {}, {}]])
  expect(idsIn(JSON.parse(String((await list()).Response)))).toHaveLength(10)
  const paidAt = Date.now()
  control.setClockOffset(49 * HOUR_MS)
  await client.logIn()
  expect(await list('0', period(paidAt))).toMatchObject({ ResponseCode: '1001' })
})
