import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildTestApp, type TestApp } from '../../../testing/build-test-app.ts'
import { makeOrder, makePayment } from '../../../testing/factories.ts'

let shop: TestApp
beforeAll(async () => {
  shop = await buildTestApp()
})
afterAll(() => shop[Symbol.asyncDispose]())

const insert = (reference: string) =>
  shop.query<{ id: string }>(
    `insert into gateway_transactions (gateway, reference, kind, amount_cents, occurred_at, first_source, created_at)
     values ('mpesa', $1, 'payment', 450000, now(), 'confirmation', now()) returning id`,
    [reference],
  )

describe('a line of a gateway’s ledger', () => {
  it('is kept as it was reported; only missing facts are added, and fees follow the list', async () => {
    const [row] = await insert('TKKEPT0001')
    const set = (change: string) => shop.query(`update gateway_transactions set ${change} where id = $1`, [row?.id])
    for (const change of [
      'amount_cents = 1',
      `reference = 'TKOTHER001'`,
      `kind = 'other'`,
      `occurred_at = '2020-01-01'`,
      `first_source = 'statement'`,
    ]) {
      await expect(set(change)).rejects.toThrow('keeps what a gateway reported')
    }
    await set(`account = 'A1', payer_name = 'AMINA', on_statement_at = now(), fee_cents = 10`)
    await set('fee_cents = 20')
    await expect(set(`account = 'A2'`)).rejects.toThrow('keeps what a gateway reported')
    await expect(set('on_statement_at = null')).rejects.toThrow('keeps what a gateway reported')
    await expect(shop.query('delete from gateway_transactions')).rejects.toThrow('keeps what a gateway reported')
    await expect(shop.query('truncate gateway_transactions')).rejects.toThrow('keeps what a gateway reported')
  })

  it('exists once, however often it is reported', async () => {
    await insert('TKONCE0001')
    await expect(insert('TKONCE0001')).rejects.toThrow('gateway_transactions_reference_unique')
  })

  it('outlives the payment that it was', async () => {
    const { id } = await makePayment(shop.deps.orm, await makeOrder(shop.deps.orm))
    const [row] = await insert('TKGONE0001')
    await shop.query('update gateway_transactions set payment_id = $1 where id = $2', [id, row?.id])
    await expect(
      shop.query('update gateway_transactions set dismissed_at = now() where id = $1', [row?.id]),
    ).rejects.toThrow('gateway_transactions_one_purpose_check')
    await shop.query('delete from payments where id = $1', [id])
    expect(await shop.query(`select payment_id from gateway_transactions where reference = 'TKGONE0001'`)).toEqual([
      { payment_id: null },
    ])
  })

  it('has a history that nobody rewrites', async () => {
    await shop.query(
      `insert into gateway_transaction_events (transaction_id, at, by, what) values (gen_random_uuid(), now(), 'shop', 'reported')`,
    )
    for (const sql of [
      `update gateway_transaction_events set note = 'x'`,
      'delete from gateway_transaction_events',
      'truncate gateway_transaction_events',
    ]) {
      await expect(shop.query(sql)).rejects.toThrow('keeps what a gateway reported')
    }
  })
})
