import { describe, expect, it } from 'vitest'
import { startTestSimulator } from '../testing/start-test-simulator.ts'
import { finalCodes } from './result-codes.ts'

interface Callback {
  MerchantRequestID: string
  CheckoutRequestID: string
  ResultCode: number | string
  ResultDesc: string
  CallbackMetadata?: { Item: Array<{ Name: string; Value?: unknown }> }
}

const read = (body: Buffer | string | undefined) =>
  (JSON.parse(String(body)) as { Body: { stkCallback: Callback } }).Body.stkCallback

describe('paying', () => {
  it('is in the ledger before the callback goes out', async () => {
    const { merchant, shop, ledger, control, callbackUrl } = await startTestSimulator()
    let knownAtCallback = -1
    shop.onDelivery = () => {
      knownAtCallback = ledger.entries().length
      return 200
    }
    const { body: push } = await merchant.push({ CallBackURL: callbackUrl, Amount: 7 })
    control.answerPrompt(push.CheckoutRequestID ?? '', '0')
    await expect.poll(() => shop.deliveries.length).toBe(1)
    expect(knownAtCallback).toBe(1)
    expect(ledger.entries()).toEqual([
      {
        gateway: 'mpesa',
        id: push.CheckoutRequestID,
        receipt: expect.stringMatching(/^[A-Z][A-Z0-9]{9}$/),
        orderReference: 'MAR10042',
        amountCents: 700,
        refundedCents: 0,
        phone: '254712345678',
        at: expect.stringMatching(/^\d{4}-/),
      },
    ])
  })

  it('happens once, however often it is answered', async () => {
    const { merchant, ledger, control } = await startTestSimulator()
    const { body: push } = await merchant.push()
    const id = push.CheckoutRequestID ?? ''
    expect([control.answerPrompt(id, '0'), control.answerPrompt(id, '0'), control.answerPrompt(id, '1032')]).toEqual([
      expect.objectContaining({ resultCode: '0' }),
      undefined,
      undefined,
    ])
    expect(ledger.entries()).toHaveLength(1)
  })
})

describe('the callback', () => {
  it.each(finalCodes)('carries result %s, with the payment only for 0', async (code) => {
    const { merchant, shop, ledger, control, callbackUrl } = await startTestSimulator()
    control.direct('daraja.prompt', { next: [{ kind: 'result', code }] })
    const { body: push } = await merchant.push({ CallBackURL: callbackUrl })
    await expect.poll(() => shop.deliveries.length).toBe(1)
    const callback = read(shop.deliveries[0]?.body)
    expect(callback).toMatchObject({
      MerchantRequestID: push.MerchantRequestID,
      CheckoutRequestID: push.CheckoutRequestID,
      ResultDesc: expect.stringMatching(/\w/),
    })
    expect(String(callback.ResultCode)).toBe(code)
    expect(callback.CallbackMetadata !== undefined).toBe(code === '0')
    expect(ledger.entries()).toHaveLength(code === '0' ? 1 : 0)
    expect(shop.deliveries[0]?.path).toBe('/hooks/pay/t0ken')
  })

  it.each([
    [{ resultCode: 'text' }, '"ResultCode":"0"'],
    [{ resultCode: 'number' }, '"ResultCode":0,'],
    [{ amount: 'integer' }, '{"Name":"Amount","Value":3200}'],
    [{ amount: 'float' }, '{"Name":"Amount","Value":3200.00}'],
    [{ amount: 'text' }, '{"Name":"Amount","Value":"3200.00"}'],
    [{ balance: 'without-value' }, '{"Name":"Balance"}'],
    [{ phone: 'number' }, '{"Name":"PhoneNumber","Value":254712345678}'],
    [{ phone: 'masked' }, '{"Name":"PhoneNumber","Value":"25471****678"}'],
    [{ date: 'number' }, /"TransactionDate","Value":\d{14}}/],
    [{ date: 'text' }, /"TransactionDate","Value":"\d{14}"}/],
  ] as const)('can be spelled as %j', async (shape, words) => {
    const { control, merchant, shop, callbackUrl } = await startTestSimulator()
    control.direct('daraja.prompt', { next: [{ kind: 'result', code: '0' }] })
    control.direct('daraja.callback', { next: [{ shape }] })
    await merchant.push({ CallBackURL: callbackUrl })
    await expect.poll(() => shop.deliveries.length).toBe(1)
    expect(String(shop.deliveries[0]?.body)).toMatch(words)
  })

  it('varies its spelling by itself, without changing what it reports', async () => {
    const { control, merchant, shop, callbackUrl, ledger } = await startTestSimulator({ seed: 7 })
    control.direct('daraja.prompt', { usually: [{ weight: 1, do: { kind: 'result', code: '0', afterMs: 0 } }] })
    for (let i = 0; i < 40; i += 1) {
      const phone = `2547123456${10 + i}`
      await merchant.push({ CallBackURL: callbackUrl, PartyA: phone, PhoneNumber: phone })
    }
    await expect.poll(() => shop.deliveries.length).toBe(40)
    const callbacks = shop.deliveries.map(({ body }) => read(body))
    const items = callbacks.map((each) => each.CallbackMetadata?.Item ?? [])
    const value = (name: string) => items.map((each) => each.find(({ Name }) => Name === name)?.Value)
    expect(new Set(callbacks.map((each) => typeof each.ResultCode))).toEqual(new Set(['number', 'string']))
    expect(new Set(items.map(([first]) => first?.Name)).size).toBeGreaterThan(2)
    expect(new Set(value('PhoneNumber').map((each) => typeof each))).toEqual(new Set(['number', 'string', 'undefined']))
    expect(new Set(value('Amount').map(Number))).toEqual(new Set([3200]))
    expect(new Set(value('MpesaReceiptNumber'))).toEqual(new Set(ledger.entries().map(({ receipt }) => receipt)))
  })
})

describe('a prompt that nobody answers', () => {
  it.each(['1037', '1019'] as const)('ends with %s after its time', async (expiryCode) => {
    const { merchant, shop, control, callbackUrl } = await startTestSimulator({ daraja: { expiryCode } })
    await merchant.push({ CallBackURL: callbackUrl })
    control.setClockOffset(59_000)
    expect(control.prompts()[0]?.resultCode).toBeNull()
    control.setClockOffset(60_500)
    await expect.poll(() => shop.deliveries.length).toBe(1)
    expect(String(read(shop.deliveries[0]?.body).ResultCode)).toBe(expiryCode)
    expect(control.state().openPrompts).toBe(0)
  })
})
