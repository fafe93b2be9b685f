import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { buildTestApp } from '../../../../testing/build-test-app.ts'
import { makeOrder, makePayment } from '../../../../testing/factories.ts'
import { fakeMpesa } from '../../../../testing/fake-gateways.ts'
import { openMpesaHarness } from '../../../../testing/mpesa-harness.ts'
import { asAnotherRequest } from '../../../../testing/refuse-second-connections.ts'
import { takeRequestSlot } from '../../attempts/request-slot.ts'
import { purgeExpired } from '../../purge-expired.ts'
import { settlePayment } from '../../settlement/settle-payment.ts'

const { shop, order, later, pushes, answers, post, initiate, success, callback } = openMpesaHarness()
const newOrder = async () => (await makeOrder(shop().deps.orm)).id
const wrongPin = { Body: { stkCallback: { ResultCode: 2001, ResultDesc: 'The initiator information is invalid.' } } }

describe('one prompt at a time on a phone', () => {
  it('does not put a second prompt on the phone of a shopper who cancelled and ordered again', async () => {
    expect((await initiate()).statusCode).toBe(200)
    await post('cancel', { orderId: order().id })
    const again = await newOrder()
    later(30)
    const refused = await initiate('0712345678', again)
    expect(refused.json()).toMatchObject({ code: 'MPESA_PROMPT_OPEN' })
    expect(refused.headers['retry-after']).toBe('45')
    expect(pushes).toHaveLength(1)
    later(45)
    expect((await initiate('0712345678', again)).statusCode).toBe(200)
  })

  it('does not ring the phone again at once after a PIN was wrong, but another phone of the shopper', async () => {
    await initiate()
    await callback(wrongPin)
    later(10)
    expect((await initiate()).headers['retry-after']).toBe('65')
    expect((await initiate('0112345678')).statusCode).toBe(200)
  })

  it('asks a phone once when many orders of strangers name it at the same moment', async () => {
    const orders = await Promise.all(Array.from({ length: 12 }, newOrder))
    const codes = await Promise.all(orders.map(async (id) => (await initiate('0712345678', id)).statusCode))
    expect(codes.filter((code) => code === 200)).toHaveLength(1)
    expect(codes.filter((code) => code === 409)).toHaveLength(11)
    expect(pushes).toHaveLength(1)
  })

  it('does not wait for a second connection to ask who the shopper is', async () => {
    const headers = { cookie: 'session=of-nobody' }
    const payload = { orderId: order().id, phone: '0712345678' }
    const asked = await shop().app.inject({ method: 'POST', url: '/api/payments/mpesa/initiate', headers, payload })
    expect(asked.statusCode).toBe(200)
  })

  it('lets the shopper try again at once where Daraja refused, because nothing reached the phone', async () => {
    answers.push({ kind: 'refused', why: 'configuration', code: '500.001.1001', message: 'Wrong credentials' })
    expect((await initiate()).statusCode).toBe(503)
    expect((await initiate()).statusCode).toBe(200)
  })

  it('keeps the phone’s slot where nobody knows whether the prompt reached it', async () => {
    answers.push({ kind: 'unknown', message: 'silence' })
    expect((await initiate()).statusCode).toBe(504)
    await post('cancel', { orderId: order().id })
    expect((await initiate('0712345678', await newOrder())).statusCode).toBe(409)
  })

  it('keeps the phone’s slot that is taken while the nightly purge clears the one of an earlier day', async () => {
    await initiate()
    later(25 * 3_600)
    const { orm, clock } = shop().deps
    const waits = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    let purge: Promise<void> | undefined
    await orm.em.fork().transactional(async (tx) => {
      const slot = { key: 'prompt:254712345678', paymentId: randomUUID(), now: clock(), forMs: 75_000 }
      expect(await takeRequestSlot(tx, slot)).toBe(0)
      purge = asAnotherRequest(() => purgeExpired({ em: orm.em.fork(), clock }))
      await expect.poll(() => shop().query(waits)).toHaveLength(1)
    })
    await purge
    expect((await initiate('0712345678', await newOrder())).json()).toMatchObject({ code: 'MPESA_PROMPT_OPEN' })
  })

  it('keeps a phone waiting for no hour when the clock was an hour ahead and is set right', async () => {
    later(3_600)
    for (let nth = 0; nth < 3; nth++) {
      expect((await initiate('0712345678', await newOrder())).statusCode).toBe(200)
      later(76)
    }
    later(-3_600 - 3 * 76)
    expect((await initiate('0712345678', order().id)).statusCode).toBe(200)
  })
})

describe('how often prompts go out', () => {
  it('does not let a stranger ring a phone all day through ever new orders', async () => {
    let rung = 0
    for (let n = 0; n < 24; n++) {
      rung += Number((await initiate('0712345678', await newOrder())).statusCode === 200)
      later(700)
    }
    expect(rung).toBe(10)
  })

  it('goes on asking the phone of a customer who pays', async () => {
    for (let n = 0; n < 12; n++) {
      expect((await initiate('0712345678', await newOrder())).statusCode).toBe(200)
      await callback(success())
      later(700)
    }
  })

  it('does not let one network use up everybody’s prompts, and counts only those that went out', async () => {
    await using limited = await buildTestApp({ env: { LIMIT_PROMPTS: '2/3600' }, gateways: { mpesa: fakeMpesa() } })
    const ask = async (phone: string, remoteAddress: string) => {
      const { id: orderId } = await makeOrder(limited.deps.orm)
      const url = '/api/payments/mpesa/initiate'
      return await limited.app.inject({ method: 'POST', url, payload: { orderId, phone }, remoteAddress })
    }
    expect((await ask('0712345671', '41.90.1.2')).statusCode).toBe(200)
    expect((await ask('0712345671', '41.90.1.2')).statusCode).toBe(409)
    expect((await ask('0712345672', '41.90.1.2')).statusCode).toBe(200)
    const third = await ask('0712345673', '41.90.1.2')
    expect(third.json()).toMatchObject({ code: 'TOO_MANY_REQUESTS' })
    expect(Number(third.headers['retry-after'])).toBeGreaterThan(3_500)
    expect((await ask('0712345673', '41.90.1.3')).statusCode).toBe(200)
  })

  it('goes on asking phones that have paid before while strangers’ phones are made to ring from everywhere', async () => {
    await using attacked = await buildTestApp({
      env: { LIMIT_SHOP_PROMPTS: '4/3600' },
      gateways: { mpesa: fakeMpesa() },
    })
    const { orm, clock } = attacked.deps
    let networks = 0
    const ask = async (phone: string) => {
      const { id: orderId } = await makeOrder(orm)
      const url = '/api/payments/mpesa/initiate'
      const remoteAddress = `41.90.1.${++networks}`
      return await attacked.app.inject({ method: 'POST', url, payload: { orderId, phone }, remoteAddress })
    }
    const paid = await makePayment(orm, await makeOrder(orm))
    const outcome = { source: 'callback', kind: 'succeeded', receipt: 'SKJ4H7T2QX' } as const
    await settlePayment({ em: orm.em.fork(), clock }, paid.id, outcome)
    // One that was paid lets two more go unpaid.
    for (let nth = 1; nth <= 6; nth++) expect((await ask(`071234560${nth}`)).statusCode).toBe(200)
    const refused = await ask('0712345609')
    expect(refused.json()).toMatchObject({ code: 'TOO_MANY_REQUESTS', error: expect.stringContaining('another way') })
    expect((await ask('0712345678')).statusCode).toBe(200)
    await attacked.query(`update payments set created_at = created_at - interval '2 hours'`)
    expect((await ask('0712345609')).statusCode).toBe(200)
  })
})

describe('tries that are refused', () => {
  it('count for their network too, because each waits for the row of its order', async () => {
    await using busy = await buildTestApp({
      env: { LIMIT_PAYMENT_STEPS: '4/60' },
      gateways: { mpesa: fakeMpesa() },
    })
    const { id: orderId } = await makeOrder(busy.deps.orm)
    const tryPrompt = async () => {
      const payload = { orderId, phone: '0712345678' }
      return (await busy.app.inject({ method: 'POST', url: '/api/payments/mpesa/initiate', payload })).statusCode
    }
    const statuses = [await tryPrompt(), await tryPrompt(), await tryPrompt(), await tryPrompt(), await tryPrompt()]
    expect(statuses).toEqual([200, 409, 409, 409, 429])
  })
})
