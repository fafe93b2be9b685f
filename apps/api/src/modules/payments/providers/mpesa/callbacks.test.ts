import { describe, expect, it } from 'vitest'
import { db } from '../../../../db/db.ts'
import { jobContext } from '../../../../http/context.ts'
import { openMpesaHarness } from '../../../../testing/mpesa-harness.ts'
import { asAnotherRequest } from '../../../../testing/refuse-second-connections.ts'
import { retryWebhookEvents } from '../../webhooks/retry-webhook-events.ts'
import { paymentProviders } from '../registry.ts'

const { shop, order, now, later, pushes, answers, initiate, status, success, callback } = openMpesaHarness()

describe('a callback', () => {
  it('pays the order, once, however often it comes', async () => {
    await initiate()
    const body = success()
    for (let n = 0; n < 3; n++) expect((await callback(body)).json()).toEqual({ ResultCode: 0, ResultDesc: 'Accepted' })
    expect(await status()).toEqual({
      mpesaStatus: 'paid',
      mpesaReceiptNumber: expect.stringMatching(/^TJK/),
      state: 'paid',
      failureCode: null,
      mpesaOutcome: 'paid',
      receiptClaim: null,
      isReceiptOnItsWay: false,
      isHolding: true,
    })
    expect(await shop().query('select id from webhook_events')).toHaveLength(1)
    expect((await initiate()).json()).toEqual({ customerMessage: 'Payment already received', outcome: 'paid' })
  })

  it('is read in all its shapes', async () => {
    await initiate()
    await callback(success({ ResultCode: '0' }, '4500.00'))
    expect(await status()).toMatchObject({ mpesaStatus: 'paid' })
  })

  it('is read where what it could leave out is null', async () => {
    await initiate()
    const nothing = { MerchantRequestID: null, CheckoutRequestID: null, ResultDesc: null, CallbackMetadata: null }
    await callback(success({ ...nothing, ResultCode: 1037 }))
    expect(await status()).toMatchObject({ mpesaStatus: 'failed' })
  })

  it('is read though its text holds what the database does not', async () => {
    await initiate()
    await callback(success({ ResultCode: 1037, ResultDesc: 'Nobody\u0000 answered' }))
    expect(await status()).toMatchObject({ mpesaStatus: 'failed' })
    expect(await shop().query('select id from webhook_events where processed_at is null')).toEqual([])
  })

  it.each(['constructor', 'toString', '__proto__', 'hasOwnProperty'])(
    'with the code %s ends the attempt like any other unknown one, and is not tried again for ever',
    async (ResultCode) => {
      await initiate()
      await callback(success({ ResultCode }))
      expect(await status()).toMatchObject({ mpesaStatus: 'failed' })
      expect(await shop().query('select outcome from webhook_events')).toEqual([{ outcome: 'settled' }])
    },
  )

  it('of a shape that nobody knows is shown to the administrator, unless the money is booked', async () => {
    const attention = async () => (await shop().query('select attention from payments'))[0]
    await initiate()
    await callback(success({ CallbackMetadata: { Item: 'none' } }))
    expect(await attention()).toEqual({ attention: 'unresolved' })
    await callback(success())
    await callback(success({ CallbackMetadata: { Item: 'none again' } }))
    expect(await attention()).toEqual({ attention: null })
  })

  it('of a shape that nobody knows worries nobody where it comes with the one that books the money', async () => {
    await initiate()
    const callbacks: Promise<unknown>[] = []
    await shop()
      .deps.orm.em.fork()
      .transactional(async (tx) => {
        await db(tx).selectFrom('orders').select('id').forUpdate().execute()
        for (const body of [success(), success({ CallbackMetadata: { Item: 'none' } })]) {
          callbacks.push(asAnotherRequest(() => callback(body)))
          const waits = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
          await expect.poll(() => shop().query(waits)).toHaveLength(callbacks.length)
        }
      })
    await Promise.all(callbacks)
    expect(await shop().query('select status, attention from payments')).toEqual([
      { status: 'completed', attention: null },
    ])
  })

  it('that cannot be worked on leaves the others their turn', async () => {
    await initiate()
    const [{ id } = { id: '' }] = await shop().query<{ id: string }>('select id from payments')
    const bodies = [
      ['a', 'stripe', 'no JSON'],
      ['b', 'mpesa', JSON.stringify(success())],
    ]
    for (const [event, gateway, body] of bodies) {
      await shop().query(
        'insert into webhook_events (gateway, event_id, payment_id, body, received_at, next_attempt_at) values ($1, $2, $3, $4, $5, $5)',
        [gateway, event, id, body, now()],
      )
      later(1)
    }
    later(60)
    for (const provider of paymentProviders()) {
      await retryWebhookEvents(jobContext({ ...shop().deps, log: shop().app.log }), provider)
    }
    expect(await status()).toMatchObject({ mpesaStatus: 'paid' })
  })

  it('finds its attempt although the push was never answered', async () => {
    answers.push({ kind: 'unknown', message: 'silence' })
    await initiate()
    await callback(success({ CheckoutRequestID: 'ws_CO_lost' }))
    expect(await status()).toMatchObject({ mpesaStatus: 'paid' })
  })

  it.each([
    ['another amount', () => success({}, 1)],
    ['no amount', () => success({ CallbackMetadata: { Item: [] } })],
    ['another request', () => success({ CheckoutRequestID: 'ws_CO_foreign' })],
  ])('with %s moves nothing and is flagged', async (_what, body) => {
    await initiate()
    expect((await callback(body())).statusCode).toBe(200)
    expect(await status()).toMatchObject({ mpesaStatus: 'pending' })
    const [payment] = await shop().query<{ attention: string }>('select attention from payments where order_id = $1', [
      order().id,
    ])
    expect(payment?.attention).toMatch(/mismatch/)
  })

  it('is taken with parameters that a gateway or proxy adds to the address', async () => {
    await initiate()
    const url = `${new URL(pushes.at(-1)?.callbackUrl ?? '').pathname}?source=daraja`
    expect((await shop().app.inject({ method: 'POST', url, payload: success() })).statusCode).toBe(200)
    await expect.poll(status).toMatchObject({ mpesaStatus: 'paid' })
  })

  it('that nobody was told to send is a 404', async () => {
    await initiate()
    const answer = await shop().app.inject({
      method: 'POST',
      url: `/api/hooks/pay/${'0'.repeat(64)}`,
      payload: success(),
    })
    expect(answer.statusCode).toBe(404)
    expect(await status()).toMatchObject({ mpesaStatus: 'pending' })
  })

  it.each(['', 'garbage', '{"Body":{}}', '[]', '\u0000'])(
    'that is nonsense (%j) is stored, acknowledged and changes nothing',
    async (body) => {
      await initiate()
      const url = new URL(pushes[0]?.callbackUrl ?? '').pathname
      expect(
        (
          await shop().app.inject({
            method: 'POST',
            url,
            headers: { 'content-type': 'application/json' },
            payload: body,
          })
        ).statusCode,
      ).toBe(200)
      expect(await status()).toMatchObject({ mpesaStatus: 'pending' })
    },
  )

  it('may come from any site and still be heard', async () => {
    await initiate()
    const url = new URL(pushes[0]?.callbackUrl ?? '').pathname
    const headers = { origin: 'https://gateway.test', 'sec-fetch-site': 'cross-site' }
    expect((await shop().app.inject({ method: 'POST', url, headers, payload: success() })).statusCode).toBe(200)
  })
})
