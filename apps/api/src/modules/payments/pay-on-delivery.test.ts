import { describe, expect, it } from 'vitest'
import { openMpesaHarness } from '../../testing/mpesa-harness.ts'

const { shop, order, initiate, status, success, callback, post } = openMpesaHarness()

const payOnDelivery = (orderId = order().id) =>
  shop().app.inject({ method: 'POST', url: '/api/payments/on-delivery', payload: { orderId } })
const databaseState = () =>
  shop().query(
    `select o.status, o.payment_method as method, o.paid_at is not null as paid, p.status as attempt, p.attention
     from orders o left join payments p on p.order_id = o.id where o.id = $1`,
    [order().id],
  )

describe('paying on delivery instead', () => {
  it('keeps the one order after M-Pesa failed, to be paid to the courier', async () => {
    await initiate()
    await callback(success({ ResultCode: 2001, CallbackMetadata: undefined }))
    expect((await payOnDelivery()).json()).toEqual({ state: 'on-delivery' })
    expect((await payOnDelivery()).json()).toEqual({ state: 'on-delivery' })
    expect(await databaseState()).toEqual([
      { status: 'pending', method: 'manual', paid: false, attempt: 'failed', attention: null },
    ])
    expect(await shop().query('select id from orders')).toHaveLength(1)
  })

  it('books the money that still comes by the open request on the same order, flagged as late', async () => {
    await initiate()
    expect((await payOnDelivery()).json()).toEqual({ state: 'on-delivery' })
    await callback(success())
    expect(await status()).toMatchObject({ state: 'paid', mpesaStatus: 'paid' })
    expect(await databaseState()).toEqual([
      { status: 'processing', method: 'mpesa', paid: true, attempt: 'completed', attention: 'late' },
    ])
  })

  it('sees the money that was quicker', async () => {
    await initiate()
    await callback(success())
    expect((await payOnDelivery()).json()).toEqual({ state: 'paid' })
    expect(await databaseState()).toMatchObject([{ method: 'mpesa', paid: true, attention: null }])
  })

  it('does not bring a cancelled order back to life', async () => {
    await initiate()
    await post('cancel', { orderId: order().id })
    expect((await payOnDelivery()).json()).toMatchObject({ code: 'ORDER_CANCELLED' })
    expect(await databaseState()).toMatchObject([{ status: 'cancelled', method: 'mpesa' }])
  })

  it('knows no order that is none', async () => {
    expect((await payOnDelivery('11111111-1111-4111-8111-111111111111')).statusCode).toBe(404)
  })
})

describe('an order that is to be paid on delivery', () => {
  it.each([
    ['declined on the phone', 1032, 'cancelled'],
    ['not answered', 1037, 'failed'],
    ['refused for want of money', 1, 'failed'],
  ])('stands when a prompt for it is %s', async (_how, code, attempt) => {
    await shop().query(`update orders set payment_method = 'manual' where id = $1`, [order().id])
    await initiate()
    await callback(success({ ResultCode: code, CallbackMetadata: undefined }))
    expect(await databaseState()).toEqual([
      { status: 'pending', method: 'manual', paid: false, attempt, attention: null },
    ])
    expect(await status()).toMatchObject({ state: 'on-delivery', mpesaStatus: attempt })
    expect(await shop().query(`select fulfilment from orders where id = $1`, [order().id])).toEqual([
      { fulfilment: 'to-pack' },
    ])
  })

  it.each(['payments/mpesa/cancel', 'payments/stripe/cancel'])('stands when its shopper gives up %s', async (path) => {
    await shop().query(`update orders set payment_method = 'manual' where id = $1`, [order().id])
    await initiate()
    const payload = { orderId: order().id }
    const answer = await shop().app.inject({ method: 'POST', url: `/api/${path}`, payload })
    expect(answer.statusCode).toBe(200)
    expect(await databaseState()).toMatchObject([{ status: 'pending', method: 'manual', paid: false }])
    expect(await status()).toMatchObject({ state: 'on-delivery' })
  })
})
