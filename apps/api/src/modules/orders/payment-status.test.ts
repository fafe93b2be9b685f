import { describe, expect, it } from 'vitest'
import { openMpesaHarness } from '../../testing/mpesa-harness.ts'

const { shop, order, initiate, status, success, callback, later } = openMpesaHarness()

const change = (columns: string) => shop().query(`update orders set ${columns} where id = $1`, [order().id])

describe('the payment status of a browser that comes back', () => {
  it('is that a paid order is paid, however it was paid', async () => {
    await change(`payment_method = 'stripe'`)
    expect(await status()).toMatchObject({ state: 'unpaid' })
    await change('paid_at = now()')
    expect(await status()).toMatchObject({ state: 'paid' })
  })

  it.each([
    [`payment_method = 'manual'`, 'on-delivery'],
    [`status = 'cancelled'`, 'cancelled'],
    ['deleted_at = now()', 'cancelled'],
  ])('is that nothing is to be paid now after %s', async (columns, state) => {
    await change(columns)
    expect(await status()).toMatchObject({ state })
  })

  it.each([
    [1, 'insufficient-funds'],
    [2001, 'wrong-pin'],
    [1037, 'unreachable'],
    [4711, 'other'],
  ])('is why M-Pesa did not take the money: result %i', async (ResultCode, failureCode) => {
    await initiate()
    await callback(success({ ResultCode, CallbackMetadata: undefined }))
    expect(await status()).toMatchObject({
      mpesaStatus: 'failed',
      state: 'unpaid',
      failureCode,
      mpesaOutcome: failureCode,
    })
  })

  it('is nothing of an older failure while a new request is open', async () => {
    await initiate()
    await callback(success({ ResultCode: 2001, CallbackMetadata: undefined }))
    later(75)
    await initiate()
    expect(await status()).toMatchObject({ mpesaStatus: 'pending', failureCode: null, mpesaOutcome: 'waiting' })
  })
})
