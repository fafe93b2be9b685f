import { startGatewaySimulator } from '@marashi/gateway-simulator/start-gateway-simulator'
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { jobContext } from '../../../../http/context.ts'
import { buildTestApp, type TestApp } from '../../../../testing/build-test-app.ts'
import { databaseAway } from '../../../../testing/database-away.ts'
import { makeOrder } from '../../../../testing/factories.ts'
import { runRecovery } from '../../recovery/run-recovery.ts'
import { mpesaProvider } from './provider.ts'

/** The longest pause between two runs of the job: its own, and the time until its queue is looked at. */
const BETWEEN_RUNS_MS = 4_000
const MINUTE_MS = 60_000

const credentials = { consumerKey: 'key', consumerSecret: 'secret', shortcode: '174379', passkey: 'passkey' }

async function startDaraja(clock: () => Date) {
  const daraja = {
    ...credentials,
    queryLimit: { count: 5, seconds: 60, burst: 1 },
    promptLifeMs: 24 * 60 * MINUTE_MS,
  }
  const simulator = await startGatewaySimulator({ clock, daraja, stripe: { secretKey: 'sk', webhookSecret: 'whsec' } })
  onTestFinished(() => simulator.stop())
  simulator.control.direct('daraja.callback', { usually: [{ weight: 1, do: { lost: true } }] })
  return simulator
}

let shop: TestApp
let daraja: Awaited<ReturnType<typeof startDaraja>>
let now: Date

beforeEach(async () => {
  now = new Date('2026-11-21T09:00:00Z')
  daraja = await startDaraja(() => now)
  const env = {
    LIMIT_PROMPTS: 'off',
    MPESA_BASE_URL: daraja.url,
    MPESA_CONSUMER_KEY: credentials.consumerKey,
    MPESA_CONSUMER_SECRET: credentials.consumerSecret,
    MPESA_SHORTCODE: credentials.shortcode,
    MPESA_PASSKEY: credentials.passkey,
  }
  shop = await buildTestApp({ clock: () => now, env })
})
afterEach(() => shop[Symbol.asyncDispose]())

let phones = 0
/** A shopper asks for a prompt and pays it; the callback is lost. Answers the order's id. */
async function payAndLoseCallback(): Promise<string> {
  const { id } = await makeOrder(shop.deps.orm)
  const phone = `0712${String(++phones).padStart(6, '0')}`
  const url = '/api/payments/mpesa/initiate'
  expect((await shop.app.inject({ method: 'POST', url, payload: { orderId: id, phone } })).statusCode).toBe(200)
  const [prompt] = daraja.control.prompts(`254${phone.slice(1)}`)
  daraja.control.answerPrompt(prompt?.checkoutRequestId ?? '', '0')
  return id
}

const isPaid = async (id: string) =>
  (await shop.query('select from orders where id = $1 and paid_at is not null', [id])).length === 1
const unpaid = async () =>
  (await shop.query<{ n: number }>('select count(*)::int as n from orders where paid_at is null'))[0]?.n
const minutesSince = (start: Date) => (now.getTime() - start.getTime()) / MINUTE_MS

async function pass(ms: number): Promise<void> {
  now = new Date(now.getTime() + ms)
}

/** The job runs until `isEnough`, as it does in a shop: it waits for its turns and pauses between its runs. */
async function recoverUntil(isEnough: () => Promise<boolean>): Promise<void> {
  const makeContext = () => jobContext({ ...shop.deps, log: shop.app.log })
  while (!(await isEnough())) {
    await runRecovery(makeContext, mpesaProvider, pass)
    await pass(BETWEEN_RUNS_MS)
  }
}

describe('callbacks that are lost', () => {
  it('keep no payment of two hundred open for more than 45 minutes, within Daraja’s limit', async () => {
    for (let n = 0; n < 200; n++) {
      await payAndLoseCallback()
      await pass(300)
    }
    const lost = now
    await recoverUntil(async () => (await unpaid()) === 0 || minutesSince(lost) > 60)
    expect(await unpaid()).toBe(0)
    expect(minutesSince(lost)).toBeLessThanOrEqual(45)
    expect(await shop.query(`select distinct status, attention from payments`)).toEqual([
      { status: 'completed', attention: 'confirm-receipt' },
    ])
    expect(daraja.ledger.entries()).toHaveLength(200)
  }, 120_000)

  it('do not keep a shopper who waits behind the payments of an earlier hour', async () => {
    for (let n = 0; n < 30; n++) await payAndLoseCallback()
    await pass(60 * MINUTE_MS)
    const order = await payAndLoseCallback()
    const asked = now
    await recoverUntil(async () => (await isPaid(order)) || minutesSince(asked) > 10)
    expect(await isPaid(order)).toBe(true)
    expect(minutesSince(asked)).toBeLessThanOrEqual(2.5)
  }, 60_000)

  it('of an earlier hour are found while ever new shoppers wait', async () => {
    const order = await payAndLoseCallback()
    await pass(60 * MINUTE_MS)
    const asked = now
    await recoverUntil(async () => {
      await payAndLoseCallback()
      return (await isPaid(order)) || minutesSince(asked) > 10
    })
    expect(await isPaid(order)).toBe(true)
  }, 60_000)

  it('cost one question where the prompt is long over, and two where it may still be open', async () => {
    const young = await payAndLoseCallback()
    await recoverUntil(() => isPaid(young))
    expect(await shop.query('select query_count from payments')).toEqual([{ query_count: 1 }])
    const old = await payAndLoseCallback()
    await pass(11 * MINUTE_MS)
    await recoverUntil(() => isPaid(old))
    expect(await shop.query('select query_count from payments order by created_at')).toEqual([
      { query_count: 1 },
      { query_count: 0 },
    ])
  })
})

describe('what M-Pesa answers to a prompt while the database restarts', () => {
  const ask = async () => {
    const { id: orderId } = await makeOrder(shop.deps.orm)
    const url = '/api/payments/mpesa/initiate'
    return await shop.app.inject({ method: 'POST', url, payload: { orderId, phone: '0712999999' } })
  }

  it('is known once it is back, so that the payment is found without its callback', async () => {
    await databaseAway(shop, { table: 'payments', column: 'provider_reference', times: 2 })
    const id = await payAndLoseCallback()
    await recoverUntil(() => isPaid(id))
    expect(await shop.query('select status from payments')).toEqual([{ status: 'completed' }])
  })

  it('is no refusal to the shopper where it cannot be stored at all', async () => {
    // No restart, so that nothing waits for its end.
    await shop.query(`create function fail() returns trigger language plpgsql as $$ begin raise 'a fault'; end $$;
      create trigger fail before update of provider_reference on payments for each row execute function fail()`)
    const answer = await ask()
    expect({ status: answer.statusCode, ...answer.json() }).toMatchObject({ status: 504, code: 'MPESA_UNANSWERED' })
    expect(daraja.control.prompts('254712999999')).toHaveLength(1)
    expect(await shop.query('select status from payments')).toEqual([{ status: 'processing' }])
  })

  it('is stored where it is a refusal, and the shopper may ask again', async () => {
    daraja.control.direct('daraja.push', { next: [{ kind: 'status', status: 429 }] })
    await databaseAway(shop, { table: 'payments', column: 'failed_at', times: 2 })
    expect((await ask()).json()).toMatchObject({ code: 'MPESA_BUSY' })
    expect(await shop.query('select status from payments')).toEqual([{ status: 'failed' }])
  })
})
