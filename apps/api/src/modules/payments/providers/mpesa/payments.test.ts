import type { ErrorCode } from '@marashi/domain/contracts/error-codes'
import { beforeEach, describe, expect, it } from 'vitest'
import { buildTestApp } from '../../../../testing/build-test-app.ts'
import { makeOrder } from '../../../../testing/factories.ts'
import { openMpesaHarness } from '../../../../testing/mpesa-harness.ts'
import type { PushOutcome } from './daraja-outcomes.ts'

const { shop, order, later, pushes, answers, post, initiate, status, success, callback } = openMpesaHarness()

function refused(why: Extract<PushOutcome, { kind: 'refused' }>['why'], code: string): PushOutcome {
  return { kind: 'refused', why, code, message: 'x' }
}

describe('asking for a prompt', () => {
  it('stores the attempt before the push and tells Daraja the exact amount and a secret address', async () => {
    const answer = await initiate('+254 712 345 678')
    expect(answer.json()).toEqual({ customerMessage: 'Check your phone.', outcome: 'waiting' })
    expect(pushes).toEqual([
      {
        phone: '254712345678',
        amountShillings: 4_500,
        orderNumber: order().orderNumber,
        callbackUrl: expect.stringMatching(/^http:\/\/shop\.test\/api\/hooks\/pay\/[0-9a-f]{64}$/),
      },
    ])
    expect(pushes[0]?.callbackUrl).not.toMatch(/mpesa|safaricom|exe|cmd|sql|query/)
    expect(await status()).toEqual({
      mpesaStatus: 'pending',
      mpesaReceiptNumber: null,
      state: 'unpaid',
      failureCode: null,
      mpesaOutcome: 'waiting',
      receiptClaim: null,
      isReceiptOnItsWay: false,
      isHolding: true,
    })
  })

  it('tells the shopper of a free order that there is nothing to pay', async () => {
    await shop().query('update orders set subtotal = 0, total = 0, delivery_charge = 0')
    const answer = await initiate()
    expect(answer.statusCode).toBe(409)
    expect(answer.json()).toMatchObject({ error: 'There is nothing to pay on this order.', code: 'NOTHING_TO_PAY' })
    expect(pushes).toEqual([])
    expect(await shop().query('select id from payments')).toEqual([])
  })

  it.each([
    ['', 'Phone number required'],
    ['0201234567', 'phone number'],
    ['0733123456', 'phone number'],
  ])('refuses the phone %j', async (phone, words) => {
    const answer = await initiate(phone)
    expect(answer.statusCode).toBe(400)
    expect(answer.json().error).toContain(words)
    expect(pushes).toEqual([])
  })

  it('asks for a phone that is left out in the words for an empty one', async () => {
    const answer = await post('initiate', { orderId: order().id })
    expect(answer.json()).toMatchObject({ code: 'BAD_REQUEST', fields: { phone: 'Phone number required' } })
  })

  it.each([
    [refused('phone', '400.002.02'), 400, 'MPESA_PHONE', 'phone number', 'failed'],
    [refused('configuration', '500.001.1001'), 503, 'MPESA_NOT_CONFIGURED', 'not configured', 'failed'],
    [refused('open-prompt', '500.001.1001'), 409, 'MPESA_PROMPT_OPEN', 'duplicate', 'failed'],
    [refused('busy', '500.003.02'), 503, 'MPESA_BUSY', 'connection', 'failed'],
    [{ kind: 'unknown', message: 'silence' }, 504, 'MPESA_UNANSWERED', 'timeout', 'initiated'],
  ] satisfies [PushOutcome, number, ErrorCode, string, string][])(
    'answers %j with a code that the checkout decides by, and in the specified words',
    async (outcome, status_, code, words, mpesaStatus) => {
      answers.push(outcome)
      const answer = await initiate()
      expect(answer.statusCode).toBe(status_)
      expect(answer.json()).toMatchObject({ code, error: expect.stringContaining(words) })
      expect(await status()).toMatchObject({ mpesaStatus })
    },
  )

  it('keeps one prompt per order and per phone, 75 seconds apart', async () => {
    expect((await initiate()).statusCode).toBe(200)
    expect((await initiate()).json().error).toContain('duplicate')
    const other = await makeOrder(shop().deps.orm)
    expect((await initiate('0712345678', other.id)).statusCode).toBe(409)
    later(76)
    expect((await post('resend', { orderId: order().id })).statusCode).toBe(200)
    expect(pushes).toHaveLength(2)
  })

  it('cannot resend what was never sent, or for an order that does not exist', async () => {
    expect((await post('resend', { orderId: order().id })).statusCode).toBe(400)
    expect((await post('resend', { orderId: '11111111-1111-4111-8111-111111111111' })).statusCode).toBe(404)
  })

  it('sends one prompt for eight taps at once', async () => {
    const codes = (await Promise.all(Array.from({ length: 8 }, () => initiate()))).map(({ statusCode }) => statusCode)
    expect(codes.filter((code) => code === 200)).toHaveLength(1)
    expect(pushes).toHaveLength(1)
  })

  it('stops after three prompts to a phone in ten minutes', async () => {
    for (let n = 0; n < 3; n++) {
      expect((await initiate()).statusCode).toBe(200)
      later(80)
    }
    const fourth = await initiate()
    expect(fourth.statusCode).toBe(429)
    expect(fourth.headers['retry-after']).toBe('600')
  })

  it('does not count what Daraja was too busy to take', async () => {
    const busy: PushOutcome = { kind: 'refused', why: 'busy', code: '500.003.02', message: 'System is busy' }
    answers.push(busy, busy, busy)
    for (let n = 0; n < 3; n++) expect((await initiate()).statusCode).toBe(503)
    expect((await initiate()).statusCode).toBe(200)
  })

  describe('after a prompt that is still open', () => {
    const busy = refused('busy', '500.003.02')
    const ended = (ResultCode: number) => success({ ResultCode, CallbackMetadata: undefined })
    beforeEach(async () => {
      await initiate()
      later(80)
      answers.push(busy)
      expect((await post('resend', { orderId: order().id })).statusCode).toBe(503)
      later(5)
    })

    it('goes on showing that one where another is refused', async () => {
      expect(await status()).toMatchObject({ state: 'unpaid', mpesaStatus: 'pending', mpesaOutcome: 'waiting' })
      const [shown] = await shop().query(`
        select p.provider_reference is not null and o.mpesa_checkout_request_id = p.provider_reference
                 and o.mpesa_phone = p.mpesa_phone and o.payment_initiated_at = p.initiated_at as first
        from orders o join payments p on p.order_id = o.id order by p.created_at limit 1`)
      expect(shown).toEqual({ first: true })
    })

    it.each([
      [2001, { state: 'unpaid', mpesaStatus: 'failed', failureCode: 'wrong-pin' }],
      [1032, { state: 'cancelled', mpesaStatus: 'cancelled', mpesaOutcome: 'cancelled' }],
    ])('shows how that one ended (%i), not the refusal', async (code, shown) => {
      await callback(ended(code), pushes[0])
      expect(await status()).toMatchObject(shown)
    })

    it('shows the refusal of the next one, once that one has failed', async () => {
      await callback(ended(2001), pushes[0])
      later(80)
      answers.push(busy)
      expect((await post('resend', { orderId: order().id })).statusCode).toBe(503)
      expect(await status()).toMatchObject({ mpesaStatus: 'failed', failureCode: 'busy' })
    })
  })

  it('leaves an order that is paid on delivery as it is until money comes', async () => {
    await shop().query(`update orders set payment_method = 'manual' where id = $1`, [order().id])
    const method = async () =>
      (await shop().query('select payment_method as is from orders where id = $1', [order().id]))[0]
    await initiate()
    expect(await method()).toEqual({ is: 'manual' })
    await callback(success())
    expect(await method()).toEqual({ is: 'mpesa' })
  })

  it('says that M-Pesa is not configured where it is not', async () => {
    await using bare = await buildTestApp()
    const { id } = await makeOrder(bare.deps.orm)
    const answer = await bare.app.inject({
      method: 'POST',
      url: '/api/payments/mpesa/initiate',
      payload: { orderId: id, phone: '0712345678' },
    })
    expect(answer.statusCode).toBe(503)
    expect(answer.json().error).toContain('not configured')
  })
})

describe('cancelling in the shop', () => {
  it('ends the unpaid order; money that still comes brings it back, flagged', async () => {
    await initiate()
    expect((await post('cancel', { orderId: order().id })).statusCode).toBe(200)
    expect(await status()).toMatchObject({ mpesaStatus: 'cancelled' })
    expect((await initiate()).statusCode).toBe(409)
    await callback(success())
    expect(await status()).toMatchObject({ mpesaStatus: 'paid' })
    const [row] = await shop().query(
      'select o.status, p.attention from orders o join payments p on p.order_id = o.id where o.id = $1',
      [order().id],
    )
    expect(row).toEqual({ status: 'processing', attention: 'order-cancelled' })
  })

  it('leaves an order alone that was never to be paid by M-Pesa', async () => {
    await shop().query(`update orders set payment_method = 'manual' where id = $1`, [order().id])
    const answer = await post('cancel', { orderId: order().id })
    expect(answer.statusCode).toBe(400)
    expect(answer.json().error).toBe('No M-Pesa payment was started for this order.')
    expect(await shop().query('select status from orders')).toEqual([{ status: 'pending' }])
  })

  it('does not take back a payment', async () => {
    await initiate()
    await callback(success())
    expect((await post('cancel', { orderId: order().id })).json()).toEqual({
      customerMessage: 'Payment already received',
      outcome: 'paid',
    })
    expect(await status()).toMatchObject({ mpesaStatus: 'paid' })
  })
})
