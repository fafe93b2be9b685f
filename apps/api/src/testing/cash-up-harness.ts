import type { CashUp, CashUpChecked, StatementImported } from '@marashi/domain/contracts/admin-cash-up'
import type { PaymentMethod } from '@marashi/domain/contracts/payment-methods'
import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import { checkLastDays } from '../modules/payments/daily-check/check-last-days.ts'
import type { LedgerLine } from '../modules/payments/providers/provider-ledger.ts'
import { buildTestApp, type TestApp } from './build-test-app.ts'
import { ownShortcode } from './confirmation-harness.ts'
import { logIn, makeOrder } from './factories.ts'
import { fakeCard } from './fake-gateways.ts'

export interface MoneyToStore {
  at: string
  shillings?: number
  receipt?: string
  method?: PaymentMethod
  /** Columns of the payment, as the database has them. */
  payment?: Record<string, unknown>
}

/** A line of a gateway's list with nothing unusual in it. */
export const ledgerLine = (change: Partial<LedgerLine> & { at: string }): LedgerLine => {
  const { at, ...rest } = change
  return {
    reference: 'TKK0000001',
    kind: 'payment',
    amountCents: 450_000,
    feeCents: null,
    netCents: null,
    balanceCurrency: null,
    occurredAt: new Date(at),
    account: null,
    payerName: null,
    payerPhone: null,
    description: null,
    relatedReference: null,
    ...rest,
  }
}

const PAGE = 2

/** A shop whose gateways list what a test puts there, at a time that a test sets, and the administrator at its cash-up. */
export function openCashUpHarness() {
  let shop: TestApp
  let headers: { cookie: string }
  let now: Date
  const card = fakeCard()
  const pulled: LedgerLine[] = []
  let silent: PaymentMethod | undefined
  beforeAll(async () => {
    shop = await buildTestApp({
      env: ownShortcode,
      clock: () => now,
      gateways: {
        card,
        pull: {
          async *between({ from, until }) {
            if (silent === 'mpesa') throw new Error('M-Pesa is silent')
            const lines = pulled.filter(({ occurredAt }) => occurredAt >= from && occurredAt < until)
            for (let at = 0; at < lines.length; at += PAGE) yield lines.slice(at, at + PAGE)
          },
        },
      },
    })
    headers = await logIn(shop.deps.orm, { lastSeenAt: new Date('2027-01-01'), expiresAt: new Date('2027-02-01') })
  })
  afterAll(() => shop[Symbol.asyncDispose]())
  async function clear(): Promise<void> {
    now = new Date('2026-11-22T06:00:00+03:00')
    silent = undefined
    card.balance.length = 0
    pulled.length = 0
    await shop.query('delete from orders')
    await shop.query('delete from gateway_checks')
    await shop.query('delete from closed_days')
    await shop.query('delete from day_checks')
    // What a gateway reported is never removed, so every test begins behind the lines of the one before.
    await shop.query('alter table gateway_transactions disable trigger user')
    await shop.query('delete from gateway_transactions')
    await shop.query('alter table gateway_transactions enable trigger user')
  }
  beforeEach(clear)

  async function call<Answer>(method: 'GET' | 'POST', path: string, payload?: object): Promise<Answer> {
    const url = `/api/admin/cash-up${path}`
    const answer = await shop.app.inject({ method, url, headers, ...(payload && { payload }) })
    expect({ status: answer.statusCode, body: answer.body }).toMatchObject({ status: 200 })
    return answer.json<Answer>()
  }

  /** A completed payment of an order of its own, with what the database is to hold of them. */
  async function paid({ at, shillings = 4_500, receipt, method = 'mpesa', payment = {} }: MoneyToStore) {
    const order = await makeOrder(shop.deps.orm, { total: Math.max(1, Math.round(shillings)) })
    await shop.query('update orders set created_at = $2, paid_at = $2 where id = $1', [order.id, at])
    const columns = {
      order_id: order.id,
      payment_method: method,
      amount: shillings,
      status: 'completed',
      completed_at: at,
      provider_receipt: receipt,
      created_at: at,
      ...payment,
    }
    const names = Object.keys(columns)
    const [row] = await shop.query<{ id: string }>(
      `insert into payments (${names.join(', ')}) values (${names.map((_, at) => `$${at + 1}`).join(', ')}) returning id`,
      Object.values(columns),
    )
    return { id: row?.id ?? '', order }
  }

  async function refunded(paymentId: string, columns: Record<string, unknown>) {
    const all = {
      payment_id: paymentId,
      payment_method: 'mpesa',
      status: 'succeeded',
      reason: 'returned',
      requested_by: 'administrator',
      requested_at: columns.succeeded_at ?? now,
      updated_at: columns.succeeded_at ?? now,
      ...columns,
    }
    const names = Object.keys(all)
    const [row] = await shop.query<{ id: string }>(
      `insert into payment_refunds (${names.join(', ')}) values (${names.map((_, at) => `$${at + 1}`).join(', ')}) returning id`,
      Object.values(all),
    )
    return row?.id ?? ''
  }

  const upload = (csv: string | Buffer) => {
    const boundary = 'statement-boundary'
    const payload = Buffer.concat([
      Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="s.csv"\r\n\r\n`),
      Buffer.from(csv),
      Buffer.from(`\r\n--${boundary}--\r\n`),
    ])
    return shop.app.inject({
      method: 'POST',
      url: '/api/admin/cash-up/statement',
      headers: { ...headers, 'content-type': `multipart/form-data; boundary=${boundary}` },
      payload,
    })
  }

  return {
    shop: () => shop,
    headers: () => headers,
    card,
    pulled,
    clear,
    fallSilent: (method: PaymentMethod) => {
      silent = method
    },
    checkLastDays: () => checkLastDays({ ...shop.deps, em: shop.deps.orm.em.fork(), log: shop.app.log }),
    at: (instant: string) => {
      now = new Date(instant)
    },
    paid,
    refunded,
    upload,
    imported: async (csv: string | Buffer) => {
      const answer = await upload(csv)
      expect({ status: answer.statusCode, body: answer.body }).toMatchObject({ status: 200 })
      return answer.json<StatementImported>()
    },
    day: (day: string) => call<CashUp>('GET', `?day=${day}`),
    check: (day: string) => call<CashUpChecked>('POST', '/check', { day }),
    close: (day: string) => call<CashUp>('POST', '/close', { day }),
    methodOf: (cashUp: CashUp, method: string) => cashUp.methods.find((each) => each.method === method),
  }
}

/** Whether the three lists and the reasons add up to what differs, to the cent. */
export function expectExplained({ methods, theirsNotOurs, oursNotTheirs, differing, explanation }: CashUp): void {
  const difference = methods.reduce((sum, each) => sum + (each.difference ?? 0), 0)
  expect(theirsNotOurs.sum - oursNotTheirs.sum + differing.sum).toBe(difference)
  for (const { revenue, reasons } of [explanation.dashboard, explanation.payments]) {
    expect(revenue + reasons.reduce((sum, { amount }) => sum + amount, 0)).toBe(explanation.cash)
  }
}
