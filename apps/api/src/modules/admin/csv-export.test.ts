import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { logIn, makeOrder, makePayment } from '../../testing/factories.ts'

// Still 9 March in London, 10 March in Nairobi.
const now = new Date('2026-03-09T21:30:00Z')
let shop: TestApp
let headers: { cookie: string }
beforeAll(async () => {
  shop = await buildTestApp({ clock: () => now })
  headers = await logIn(shop.deps.orm, { lastSeenAt: now, expiresAt: new Date('2027-01-01') })
})
afterAll(() => shop[Symbol.asyncDispose]())
beforeEach(() => shop.query('delete from orders'))

const get = (path: string) => shop.app.inject({ url: `/api/admin/${path}`, headers })
const linesOf = (body: string) => body.replace('\ufeff', '').trimEnd().split('\r\n')

describe.each(['orders.csv', 'payments.csv'])('GET /api/admin/%s', (file) => {
  it('is a dated file that a spreadsheet reads as UTF-8, even without a line', async () => {
    const answer = await get(file)
    expect(answer.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${file.replace('.', '-2026-03-10.')}"`,
      'cache-control': expect.stringContaining('no-store'),
    })
    expect(answer.rawPayload.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]))
    expect(linesOf(answer.body)).toHaveLength(1)
  })

  it('answers errors as JSON: no session, an unknown filter', async () => {
    const anonymous = await shop.app.inject(`/api/admin/${file}`)
    expect(anonymous.statusCode).toBe(401)
    expect(anonymous.json()).toMatchObject({ error: 'Please log in.', code: 'UNAUTHORIZED' })
    const wrong = await get(`${file}?status=lost`)
    expect(wrong.statusCode).toBe(400)
    expect(wrong.json().fields).toHaveProperty('status')
  })
})

describe('orders.csv', () => {
  it('puts a sale after midnight on its day in Nairobi, in shillings with two decimals, and makes formulas harmless', async () => {
    const order = await makeOrder(shop.deps.orm, { total: 4_500 })
    await shop.query(
      `update orders set created_at = '2026-03-01T21:10:09Z', paid_at = '2026-03-01T21:11:00Z', refunded_amount = 1200.5, customer_name = '=HYPERLINK("x")', customer_phone = '+254712345678',
         customer_email = null, delivery_address = E'@home,\nsecond "floor"' where id = $1`,
      [order.id],
    )
    await shop.query(
      `insert into order_items (order_id, product_name, product_price, quantity, position)
       values ($1, 'Oud Zahra', 2000, 2, 1), ($1, 'Musk', 500, 1, 2)`,
      [order.id],
    )
    const { body } = await get('orders.csv')
    expect(body.replace('\ufeff', '')).toBe(
      'Order number,Placed (Nairobi time),Status,Customer,Phone,Email,Address,Location,Items,Subtotal,Discount,Delivery,Total,Currency,Method,Paid (Nairobi time),M-Pesa receipt,Card payment,Refunded (Ksh)\r\n' +
        `${order.orderNumber},2026-03-02 00:10:09,pending,"'=HYPERLINK(""x"")",'+254712345678,,"'@home,\nsecond ""floor""",Embu,"2 x Oud Zahra; 1 x Musk",4500.00,0.00,0.00,4500.00,KES,mpesa,2026-03-02 00:11:00,,,1200.50\r\n`,
    )
  })

  it('holds every order of the list once, however many batches it takes, and no other', async () => {
    await shop.query(`
      insert into orders (customer_name, customer_phone, delivery_address, delivery_location, delivery_charge, subtotal, total, payment_method, status, created_at, deleted_at)
      select case when n % 2 = 0 then 'Even' else 'Odd' end, '0712345678', 'x', 'embu', 0, 1, 1, 'manual',
             case when n % 3 = 0 then 'shipped' else 'pending' end, '2026-03-01'::timestamptz + (n / 7) * interval '1 microsecond',
             case when n > 2400 then now() end
      from generate_series(1, 2500) n`)
    const numbers = async (query: string) =>
      linesOf((await get(`orders.csv${query}`)).body)
        .slice(1)
        .map((line) => line.split(',')[0])
    expect(new Set(await numbers(''))).toHaveProperty('size', 2_400)
    expect(await numbers('')).toHaveLength(2_400)
    expect(await numbers('?status=shipped&search=even')).toHaveLength(400)
    expect(await numbers('?status=to-pack')).toHaveLength(1_600)
  })

  it('holds the chosen orders alone, those of them that the filters let through, with the same protection', async () => {
    const orders = await Promise.all(
      ['pending', 'shipped', 'pending'].map((status) => makeOrder(shop.deps.orm, { status: status as 'pending' })),
    )
    const [first, second, third] = orders.map(({ id }) => id)
    await makeOrder(shop.deps.orm)
    await shop.query(`update orders set customer_name = '=1+1'`)
    await shop.query('update orders set deleted_at = now() where id = $1', [third])
    const lines = async (query: string) => linesOf((await get(`orders.csv?orders=${query}`)).body).slice(1)
    expect((await lines(`${first},${second},${third}`)).map((line) => line.split(',')[0]).toSorted()).toEqual(
      orders
        .slice(0, 2)
        .map(({ orderNumber }) => orderNumber)
        .toSorted(),
    )
    const [line, ...others] = await lines(`${first},${second}&status=shipped`)
    expect([line?.split(',')[3], others]).toEqual(["'=1+1", []])
    const wrong = await get('orders.csv?orders=1,2')
    expect([wrong.statusCode, Object.keys(wrong.json().fields)]).toEqual([400, ['orders.0', 'orders.1']])
  })
})

describe('payments.csv', () => {
  it('writes the payments that the filters let through', async () => {
    const order = await makeOrder(shop.deps.orm)
    const payment = await makePayment(shop.deps.orm, order, { amount: 99.5 })
    await shop.query(
      `update payments set status = 'completed', completed_at = '2026-03-01T21:00:00Z', processing_fee = 1.5, transaction_id = '-TX', is_surplus = true`,
    )
    await makePayment(shop.deps.orm, order)
    const [heading, ...lines] = linesOf((await get('payments.csv?method=mpesa&status=completed&search=-tx')).body)
    expect(heading).toBe(
      'Payment ID,Order number,Created (Nairobi time),Method,Amount (Ksh),Currency,Status,Reference,Transaction ID,Processing fee (Ksh),Refunded (Ksh),Completed (Nairobi time),Surplus,Attention,Failure',
    )
    expect(lines).toHaveLength(1)
    expect(lines[0]).toMatch(
      new RegExp(
        `^${payment.id},${order.orderNumber},\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d,mpesa,99.50,KES,completed,'-TX,'-TX,1.50,,2026-03-02 00:00:00,yes,,$`,
      ),
    )
  })
})
