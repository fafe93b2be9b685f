import { describe, expect, it } from 'vitest'
import { merchant as keys, proof } from '../testing/daraja-merchant.ts'
import { startTestSimulator } from '../testing/start-test-simulator.ts'

const TEN_MINUTES_MS = 600_000

describe('a push', () => {
  it('that is right is accepted, which is not paid', async () => {
    const { merchant, ledger, control } = await startTestSimulator()
    const { status, body } = await merchant.push()
    expect(status).toBe(200)
    expect(body).toEqual({
      MerchantRequestID: expect.any(String),
      CheckoutRequestID: expect.stringMatching(/^ws_CO_/),
      ResponseCode: '0',
      ResponseDescription: expect.any(String),
      CustomerMessage: expect.any(String),
    })
    expect(ledger.entries()).toEqual([])
    expect(control.prompts()).toMatchObject([{ phone: '254712345678', amountShillings: 3200, account: 'MAR10042' }])
  })

  it.each([
    ['Amount', 0],
    ['Amount', 99.5],
    ['Amount', '12.00'],
    ['PhoneNumber', '0712345678'],
    ['PhoneNumber', '254202345678'],
    ['PartyA', '+254712345678'],
    ['AccountReference', 'MAR1000000042'],
    ['AccountReference', 'MAR-42'],
    ['AccountReference', ''],
    ['TransactionDesc', ''],
    ['TransactionDesc', 'Fourteen chars'],
    ['CallBackURL', '/hooks/pay'],
    ['CallBackURL', 'ftp://shop.example/hooks'],
    ['CallBackURL', 'https://shop.example/api/mpesa/callback'],
    ['CallBackURL', 'https://shop.example/hooks/aSQLb'],
    ['TransactionType', 'CustomerPayBill'],
    ['Timestamp', '2026-11-21'],
    ['Timestamp', '20261332000000'],
  ])('with %s %j is refused by that name', async (field, value) => {
    const { merchant } = await startTestSimulator()
    const { status, body } = await merchant.push({ [field]: value })
    expect([status, body.errorCode]).toEqual([400, '400.002.02'])
    expect(body.errorMessage).toContain(field)
  })

  it.each([
    ['2541 numbers', { PartyA: '254110345678', PhoneNumber: '254110345678' }],
    ['an amount as text', { Amount: '1' }],
    [
      'twelve characters of account, thirteen of description',
      { AccountReference: 'MAR100000042', TransactionDesc: 'x'.repeat(13) },
    ],
    ['a clock under ten minutes off', proof(new Date(Date.now() - TEN_MINUTES_MS + 60_000))],
  ])('takes %s', async (_, changes) => {
    const { merchant } = await startTestSimulator()
    expect((await merchant.push(changes)).status).toBe(200)
  })

  it.each([
    ['a clock over ten minutes off', proof(new Date(Date.now() - TEN_MINUTES_MS - 5_000)), 'Invalid Timestamp'],
    ['another passkey', proof(new Date(), { ...keys, passkey: 'other' }), 'Wrong credentials'],
    ['an unknown merchant', proof(new Date(), { ...keys, shortcode: '600000' }), 'Merchant does not exist'],
  ])('with %s is refused', async (_, changes, words) => {
    const { merchant } = await startTestSimulator()
    expect((await merchant.push(changes)).body.errorMessage).toContain(words)
  })

  it('finds the phone locked while another prompt is open there, and free after it', async () => {
    const { merchant, control } = await startTestSimulator()
    const { body: first } = await merchant.push()
    const { status, body } = await merchant.push({ AccountReference: 'MAR10043' })
    expect([status, body.errorCode]).toEqual([500, '500.001.1001'])
    expect(body.errorMessage).toContain('Unable to lock subscriber')
    expect((await merchant.push({ PartyA: '254722000000', PhoneNumber: '254722000000' })).status).toBe(200)
    control.answerPrompt(first.CheckoutRequestID ?? '', '1032')
    expect((await merchant.push()).status).toBe(200)
  })

  it('to a till goes from the store number to the till; the mixture fails after it was accepted', async () => {
    const { merchant, control } = await startTestSimulator({ daraja: { tillNumber: '5550001' } })
    const buyGoods = { TransactionType: 'CustomerBuyGoodsOnline', PartyB: '5550001' }
    const { body: right } = await merchant.push(buyGoods)
    const other = { PartyA: '254722000000', PhoneNumber: '254722000000' }
    const { status, body: mixed } = await merchant.push({ ...buyGoods, ...other, PartyB: '174379' })
    expect(status).toBe(200)
    await expect.poll(() => control.prompts('254722000000')[0]?.resultCode).toBe('2028')
    expect(mixed.CheckoutRequestID).not.toBe(right.CheckoutRequestID)
    expect(control.prompts('254712345678')[0]?.resultCode).toBeNull()
  })

  it('by GET is the wrong method', async () => {
    const { url } = await startTestSimulator()
    const response = await fetch(`${url}/mpesa/stkpush/v1/processrequest`)
    expect([response.status, ((await response.json()) as { errorCode: string }).errorCode]).toEqual([405, '405.001'])
  })
})
