import { describe, expect, it } from 'vitest'
import { ledgerLine, openCashUpHarness } from '../../../testing/cash-up-harness.ts'
import { confirmationBody, postConfirmations } from '../../../testing/confirmation-harness.ts'
import { makeOrder, makePayment } from '../../../testing/factories.ts'
import { settlePayment } from '../settlement/settle-payment.ts'
import { compareLists } from './compare-list.ts'

const harness = openCashUpHarness()
const { check, imported, pulled } = harness

const nairobi = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'Africa/Nairobi',
  dateStyle: 'short',
  timeStyle: 'medium',
})

/** A payment of an order by hand that is reported five seconds after the time that it names, or after another time. */
async function confirmed(at: string, change: Record<string, unknown> = {}, { isPrompted = false } = {}) {
  harness.at(at)
  const shop = harness.shop()
  const order = await makeOrder(shop.deps.orm)
  const [{ number } = { number: '' }] = await shop.query<{ number: string }>(
    `update orders set created_at = $2::timestamptz - interval '10 minutes' where id = $1 returning order_number as number`,
    [order.id, at],
  )
  if (isPrompted) await makePayment(shop.deps.orm, order)
  const TransTime = nairobi.format(new Date(at).getTime() - 5_000).replaceAll(/\D/g, '')
  const body = confirmationBody({ BillRefNumber: number, TransTime, ...change })
  await postConfirmations(shop, body)
  expect(await paymentsOf(body.TransID)).toEqual([{ status: 'completed' }])
  return body.TransID
}

const paymentsOf = (receipt: string) =>
  harness.shop().query('select status from payments where provider_receipt = $1', [receipt])
const flagsOf = (receipt: string) =>
  harness.shop().query(
    `select f.what, f.resolved_by as "resolvedBy" from payments p left join payment_flags f on f.payment_id = p.id
     where p.provider_receipt = $1 and f.id is not null order by f.id`,
    [receipt],
  )
const open = [{ what: 'not-listed', resolvedBy: null }]
const noon = '2026-11-20T12:00:00+03:00'
const list = (reference: string, amountCents = 450_000) =>
  pulled.push(ledgerLine({ reference, amountCents, at: '2026-11-20T11:59:55+03:00' }))

it('flags a confirmation that the list of its day does not have, and nothing that it has', async () => {
  const [genuine, forged] = [await confirmed(noon), await confirmed(noon)]
  list(genuine)
  harness.at('2026-11-21T05:00:00+03:00')
  await check('2026-11-20')
  await check('2026-11-20')
  expect([await flagsOf(genuine), await flagsOf(forged)]).toEqual([[], open])
})

it('resolves the flag when a later list has the money', async () => {
  const [other, late] = [await confirmed(noon), await confirmed(noon)]
  list(other)
  harness.at('2026-11-21T05:00:00+03:00')
  await check('2026-11-20')
  expect(await flagsOf(late)).toEqual(open)
  list(late)
  await check('2026-11-20')
  expect(await flagsOf(late)).toEqual([{ what: 'not-listed', resolvedBy: 'shop' }])
})

it('flags one that names a time for which there will be no list for years', async () => {
  const [genuine, forged] = [await confirmed(noon), await confirmed(noon, { TransTime: '20361231235959' })]
  list(genuine)
  harness.at('2026-11-21T05:00:00+03:00')
  await check('2026-11-20')
  expect(await flagsOf(forged)).toEqual(open)
})

it('waits for the lists of both days where it came after midnight', async () => {
  const forged = await confirmed('2026-11-21T00:00:02+03:00')
  const genuine = await confirmed('2026-11-21T12:00:00+03:00')
  pulled.push(ledgerLine({ reference: genuine, at: '2026-11-21T11:59:55+03:00' }))
  harness.at('2026-11-22T05:00:00+03:00')
  await check('2026-11-21')
  expect(await flagsOf(forged)).toEqual([])
  await check('2026-11-20')
  expect(await flagsOf(forged)).toEqual(open)
})

it('calls nothing missing while M-Pesa’s list has never had a line, and believes a statement that is imported', async () => {
  const forged = await confirmed(noon)
  harness.at('2026-11-21T05:00:00+03:00')
  const { cashUp } = await check('2026-11-20')
  expect(await flagsOf(forged)).toEqual([])
  expect(cashUp.oursNotTheirs.total).toBe(0)
  expect(cashUp.methods[0]).toMatchObject({ unchecked: 450_000, difference: 0, isWholeDay: false, source: 'pull' })
  await imported(
    [
      'Time Period:,From 20-11-2026 00:00:00 To 20-11-2026 23:59:59',
      'Receipt No.,Completion Time,Details,Transaction Status,Paid In,Withdrawn',
      'TKOTHER001,20-11-2026 10:00:00,Pay Bill Online,Completed,100.00,',
    ].join('\n'),
  )
  expect(await flagsOf(forged)).toEqual(open)
})

it('flags nothing that came after a statement was taken, while its day was running', async () => {
  const before = await confirmed('2026-11-20T09:30:00+03:00')
  const justBefore = await confirmed('2026-11-20T09:55:00+03:00')
  const after = await confirmed('2026-11-20T14:00:00+03:00')
  harness.at('2026-11-20T17:00:00+03:00')
  const taken = [
    'Time Period:,From 20-11-2026 00:00:00 To 20-11-2026 23:59:59',
    'Receipt No.,Completion Time,Details,Transaction Status,Paid In,Withdrawn',
    'TKTAKEN001,20-11-2026 10:00:00,Pay Bill Online,Completed,100.00,',
  ].join('\n')
  expect(await imported(taken)).toMatchObject({ until: '2026-11-20T06:50:01.000Z' })
  expect(await flagsOf(before)).toEqual(open)
  expect([await flagsOf(justBefore), await flagsOf(after)]).toEqual([[], []])
})

it('flags nothing that the callback of its own prompt has named too', async () => {
  const listed = await confirmed(noon)
  list(listed)
  const both = await confirmed(noon, {}, { isPrompted: true })
  const shop = harness.shop()
  const [payment] = await shop.query<{ id: string }>('select id from payments where provider_receipt = $1', [both])
  const report = { source: 'callback', kind: 'succeeded', amountShillings: 4_500, receipt: both } as const
  const ctx = { em: shop.deps.orm.em.fork(), clock: shop.deps.clock }
  expect(await settlePayment(ctx, payment?.id ?? '', report)).toEqual({ result: 'known', status: 'completed' })
  harness.at('2026-11-21T05:00:00+03:00')
  await check('2026-11-20')
  expect(await flagsOf(both)).toEqual([])
})

it('looks again by itself where a process died with a statement read, and at what is more than one run takes', async () => {
  const forged = await confirmed(noon)
  const shop = harness.shop()
  const [order] = await shop.query<{ id: string }>('select order_id as id from payments where provider_receipt = $1', [
    forged,
  ])
  await shop.query(
    `with made as (
       insert into payments (order_id, payment_method, amount, status, is_surplus, completed_at, provider_receipt)
       select $1, 'mpesa', 10, 'completed', true, '2026-11-20T12:00:00+03:00', 'TKFORGED' || n
       from generate_series(1, 210) n returning id, provider_receipt, completed_at),
     lines as (
       insert into gateway_transactions (gateway, reference, kind, amount_cents, occurred_at, first_source, payment_id, created_at)
       select 'mpesa', provider_receipt, 'payment', 1000, completed_at, 'confirmation', id, completed_at from made)
     insert into payment_events (payment_id, at, source, from_status, to_status)
     select id, completed_at, 'confirmation', 'pending', 'completed' from made`,
    [order?.id],
  )
  await shop.query(
    `insert into gateway_checks (gateway, source, has_refunds, from_at, until_at, lines, checked_at)
     values ('mpesa', 'statement', true, '2026-11-20T00:00:00+03:00', '2026-11-21T00:00:00+03:00', 1, now())`,
  )
  const flagged = async () =>
    (await shop.query(`select id from payment_flags where what = 'not-listed' and resolved_at is null`)).length
  const before = await flagged()
  const run = () => compareLists({ em: shop.deps.orm.em.fork(), clock: shop.deps.clock })
  await run()
  expect(await flagged()).toBe(before + 200)
  await run()
  await run()
  expect(await flagged()).toBe(before + 211)
  expect(await flagsOf(forged)).toEqual(open)
  expect(await shop.query('select id from gateway_checks where compared_at is null')).toEqual([])
})

describe('a confirmation of Ksh 4,500 whose receipt the list has with Ksh 10', () => {
  const details = (receipt: string) => ({ receipt, amountShillings: 4_500, listedShillings: 10 })
  const amountFlagsOf = (receipt: string) =>
    harness.shop().query<{ id: string; resolvedBy: string | null }>(
      `select f.id::text, f.details, f.resolved_by as "resolvedBy" from payments p join payment_flags f on f.payment_id = p.id
       where p.provider_receipt = $1 and f.what = 'amount-mismatch' order by f.id`,
      [receipt],
    )
  /** A payment that the list has with Ksh 10, beside a genuine one. */
  async function inflated() {
    const [genuine, receipt] = [await confirmed(noon), await confirmed(noon)]
    list(genuine)
    list(receipt, 1_000)
    harness.at('2026-11-21T05:00:00+03:00')
    await check('2026-11-20')
    return { genuine, receipt }
  }
  const correct = (receipt: string, amountCents: number) => {
    const line = pulled.find(({ reference }) => reference === receipt)
    if (line) line.amountCents = amountCents
  }

  it('is not sent for the price: the owner sees both amounts, once', async () => {
    const { genuine, receipt } = await inflated()
    await check('2026-11-20')
    expect(await amountFlagsOf(receipt)).toMatchObject([{ details: details(receipt), resolvedBy: null }])
    expect(await flagsOf(genuine)).toEqual([])
  })

  it('stays unproved where it was on no list before', async () => {
    const [genuine, receipt] = [await confirmed(noon), await confirmed(noon)]
    list(genuine)
    harness.at('2026-11-21T05:00:00+03:00')
    await check('2026-11-20')
    list(receipt, 1_000)
    await check('2026-11-20')
    expect(await flagsOf(receipt)).toEqual([...open, { what: 'amount-mismatch', resolvedBy: null }])
    correct(receipt, 450_000)
    await check('2026-11-20')
    expect(await flagsOf(receipt)).toEqual([
      { what: 'not-listed', resolvedBy: 'shop' },
      { what: 'amount-mismatch', resolvedBy: 'shop' },
    ])
  })

  it('is believed when a later list has the whole, and doubted anew when one takes that back', async () => {
    const { receipt } = await inflated()
    correct(receipt, 450_000)
    await check('2026-11-20')
    expect(await amountFlagsOf(receipt)).toMatchObject([{ resolvedBy: 'shop' }])
    correct(receipt, 1_000)
    await check('2026-11-20')
    expect(await amountFlagsOf(receipt)).toMatchObject([{ resolvedBy: 'shop' }, { resolvedBy: null }])
  })

  it('is left alone once the owner has decided', async () => {
    const { receipt } = await inflated()
    const [flag] = await amountFlagsOf(receipt)
    const shop = harness.shop()
    const [payment] = await shop.query<{ id: string }>('select id from payments where provider_receipt = $1', [receipt])
    const answer = await shop.app.inject({
      method: 'POST',
      url: `/api/admin/payments/${payment?.id}/flags/${flag?.id}`,
      headers: harness.headers(),
      payload: { resolution: 'Called the customer, who pays the rest' },
    })
    expect(answer.statusCode).toBe(200)
    await check('2026-11-20')
    expect(await amountFlagsOf(receipt)).toMatchObject([{ resolvedBy: 'administrator' }])
  })
})
