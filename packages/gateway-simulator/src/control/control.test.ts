import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { startGatewaySimulator } from '../start-gateway-simulator.ts'
import { DarajaMerchant, merchant } from '../testing/daraja-merchant.ts'
import { startTestSimulator, stripeKeys } from '../testing/start-test-simulator.ts'

/** The control as another process reaches it. */
async function start(seed = 1) {
  const simulator = await startTestSimulator({ seed })
  const ask = async (path: string, body?: unknown) => {
    const init =
      body === undefined
        ? {}
        : { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
    const response = await fetch(`${simulator.url}/control/${path}`, init)
    return {
      status: response.status,
      body: (await response.json()) as Record<string, unknown> & Array<Record<string, unknown>>,
    }
  }
  return { ...simulator, ask }
}

/** What thirty prompts came to, one after the other. */
async function resultsOf(simulator: Awaited<ReturnType<typeof start>>): Promise<string[]> {
  await simulator.ask('script/daraja.prompt', {
    usually: [
      { weight: 6, do: { kind: 'result', code: '0', afterMs: 0 } },
      { weight: 3, do: { kind: 'result', code: '1032', afterMs: 0 } },
      { weight: 1, do: { kind: 'result', code: '1', afterMs: 0 } },
    ],
  })
  for (let i = 10; i < 40; i += 1)
    await simulator.merchant.push({ PartyA: `2547123456${i}`, PhoneNumber: `2547123456${i}` })
  await expect.poll(() => simulator.control.state().openPrompts).toBe(0)
  return simulator.control.prompts().map(({ resultCode }) => resultCode ?? '')
}

describe('the control over HTTP', () => {
  it('decides what is next, once, and answers prompts', async () => {
    const { ask, merchant } = await start()
    await ask('script/daraja.push', { next: [{ kind: 'status', status: 503 }] })
    expect((await merchant.push()).status).toBe(503)
    const { body: push } = await merchant.push()
    expect((await ask('prompts?number=254712345678')).body).toMatchObject([
      { checkoutRequestId: push.CheckoutRequestID },
    ])
    expect((await ask('prompts?number=254722000000')).body).toEqual([])
    const answer = () => ask(`prompts/${push.CheckoutRequestID}/answer`, { code: '0' })
    expect(await answer()).toMatchObject({ status: 200, body: { resultCode: '0' } })
    expect((await answer()).status).toBe(409)
    expect((await ask('ledger')).body).toMatchObject([{ id: push.CheckoutRequestID, amountCents: 320_000 }])
  })

  it.each([
    ['script/daraja.push', { next: [{ kind: 'explode' }] }],
    ['script/daraja.prompt', { next: [{ kind: 'result', code: '4999' }] }],
    ['script/daraja.callback', { next: [{ times: 0 }] }],
    ['script/daraja.nothing', { next: [] }],
    ['clock', { offsetMs: 'soon' }],
    ['stripe/intents/pi_1/pay', { decline: 'bad_mood' }],
  ])('refuses wrong words: %s %j', async (path, body) => {
    const { ask } = await start()
    expect(await ask(path, body)).toMatchObject({ status: 400, body: { error: expect.stringMatching(/\w/) } })
  })

  it('leaves prompts to chance by weight, the same for the same seed', async () => {
    const first = await resultsOf(await start(42))
    expect(new Set(first)).toEqual(new Set(['0', '1032', '1']))
    expect(first.filter((code) => code === '0').length).toBeGreaterThan(10)
    expect(await resultsOf(await start(42))).toEqual(first)
    expect(await resultsOf(await start(43))).not.toEqual(first)
  })

  it('lets a browser on any page pay, and passes a refusal on as Stripe.js does', async () => {
    const { url, ask } = await start()
    const created = await fetch(`${url}/v1/payment_intents`, {
      method: 'POST',
      headers: { authorization: `Bearer ${stripeKeys.secretKey}`, 'content-type': 'application/x-www-form-urlencoded' },
      body: 'amount=320000&currency=kes',
    })
    const { id } = (await created.json()) as { id: string }
    const allowed = await fetch(`${url}/control/stripe/intents/${id}/pay`, { method: 'OPTIONS' })
    expect(allowed.headers.get('access-control-allow-origin')).toBe('*')
    expect(await ask(`stripe/intents/${id}/pay`, { decline: 'insufficient_funds' })).toMatchObject({
      status: 402,
      body: { error: { type: 'card_error', decline_code: 'insufficient_funds', payment_intent: { id } } },
    })
    expect((await ask(`stripe/intents/${id}/pay`, {})).body).toMatchObject({
      paymentIntent: { id, status: 'succeeded' },
    })
    expect((await ask(`stripe/intents/${id}/pay`, {})).status).toBe(400)
    expect((await ask(`stripe/intents/${id}/settle`, {})).body).toMatchObject({
      balance_transaction: expect.any(String),
    })
    expect((await ask(`stripe/intents/${id}/refund`, { cents: 100 })).body).toMatchObject({ amount_refunded: 100 })
    const { body: dispute } = await ask(`stripe/intents/${id}/dispute`, {})
    expect((await ask(`stripe/disputes/${dispute.id}/close`, { status: 'lost' })).body).toMatchObject({
      status: 'lost',
    })
    expect((await ask('stripe/events')).body.map(({ type }) => type)).toEqual([
      'payment_intent.created',
      'charge.failed',
      'payment_intent.payment_failed',
      'payment_intent.succeeded',
      'charge.succeeded',
      'charge.updated',
      'charge.refunded',
      'refund.created',
      'charge.dispute.created',
      'charge.dispute.funds_withdrawn',
      'charge.dispute.closed',
    ])
  })

  it('begins again: no money, no prompts, no token, no script', async () => {
    const { ask, url, merchant, control } = await start()
    const { body: push } = await merchant.push()
    control.answerPrompt(push.CheckoutRequestID ?? '', '0')
    await ask('script/daraja.push', { usually: [{ weight: 1, do: { kind: 'status', status: 503 } }] })
    expect((await ask('reset', {})).body).toEqual({ openPrompts: 0, pendingDeliveries: 0, clockOffsetMs: 0 })
    expect((await ask('ledger')).body).toEqual([])
    expect((await merchant.push()).body.errorCode).toBe('404.001.03')
    const again = new DarajaMerchant(url)
    await again.logIn()
    expect((await again.push()).status).toBe(200)
  })
})

describe('the simulator', () => {
  it('does not start in production', async () => {
    vi.stubEnv('NODE_ENV', 'production')
    onTestFinished(() => void vi.unstubAllEnvs())
    await expect(startGatewaySimulator({ daraja: merchant, stripe: stripeKeys })).rejects.toThrow('not in production')
  })
})
