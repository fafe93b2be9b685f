import { describe, expect, it } from 'vitest'
import { startTestSimulator } from '../testing/start-test-simulator.ts'

async function registered(daraja: Parameters<typeof startTestSimulator>[0] = {}) {
  const simulator = await startTestSimulator(daraja)
  const url = `${simulator.shop.url}/hooks/confirmation/t0ken`
  expect((await simulator.merchant.register(url)).body).toMatchObject({ ResponseCode: '0' })
  const bodies = () =>
    simulator.shop.deliveries
      .filter(({ path }) => path === '/hooks/confirmation/t0ken')
      .map(({ body }) => JSON.parse(body.toString()) as Record<string, string>)
  return { ...simulator, url, bodies }
}

describe('registering the address for payments by hand', () => {
  it('works once in production', async () => {
    const { merchant, url } = await registered()
    const again = await merchant.register(url)
    expect(again).toMatchObject({ status: 500, body: { errorCode: '500.003.1001' } })
    expect(again.body.errorMessage).toContain('already registered')
  })

  it('works again where the settings say so', async () => {
    const { merchant, url } = await registered({ daraja: { registersOnce: false } })
    expect((await merchant.register(url)).status).toBe(200)
  })

  it.each([
    [{ ShortCode: '600000' }, '400.003.02'],
    [{ ConfirmationURL: 'https://shop.test/mpesa/confirm' }, '400.002.02'],
    [{ ResponseType: 'Maybe' }, '400.002.02'],
  ])('refuses %j', async (change, code) => {
    const { merchant, shop } = await startTestSimulator()
    expect((await merchant.register(`${shop.url}/hooks`, change)).body.errorCode).toBe(code)
  })
})

describe('a payment by hand', () => {
  it('is in the ledger and reported with text values alone', async () => {
    const { control, ledger, bodies } = await registered()
    const { receipt } = control.payByHand({ amountShillings: 4_500, account: 'mr 10', phone: '254712345678' })
    await expect.poll(bodies).toHaveLength(1)
    expect(bodies()[0]).toMatchObject({
      TransactionType: 'Pay Bill',
      TransID: receipt,
      TransAmount: '4500.00',
      BusinessShortCode: '174379',
      BillRefNumber: 'mr 10',
      MSISDN: '2547 ***** 678',
    })
    expect(ledger.entries()).toMatchObject([{ receipt, amountCents: 450_000, orderReference: 'mr 10' }])
  })

  it('at a till names no account', async () => {
    const { control, bodies } = await registered({ daraja: { tillNumber: '5123456' } })
    control.payByHand({ amountShillings: 10, account: 'MR10', to: 'buy-goods' })
    await expect.poll(bodies).toHaveLength(1)
    expect(bodies()[0]).toMatchObject({
      TransactionType: 'Customer Merchant Payment',
      BusinessShortCode: '5123456',
      BillRefNumber: '',
    })
  })

  it('may be lost, late and doubled', async () => {
    const { control, bodies } = await registered()
    control.direct('daraja.confirmation', {
      next: [{ lost: true }, { times: 3, together: true }, { delayMs: 86_400_000 }],
    })
    for (const amountShillings of [1, 2, 3]) control.payByHand({ amountShillings })
    await expect.poll(bodies).toHaveLength(3)
    expect(bodies().map(({ TransAmount }) => TransAmount)).toEqual(['2.00', '2.00', '2.00'])
    await control.releaseDeliveries()
    expect(bodies().at(-1)).toMatchObject({ TransAmount: '3.00' })
  })

  it('is reported to nobody before an address is registered', async () => {
    const { control, shop, ledger } = await startTestSimulator()
    control.payByHand({ amountShillings: 1 })
    expect(ledger.entries()).toHaveLength(1)
    expect(shop.deliveries).toEqual([])
  })
})

it('reports a payment by prompt here too, where the settings say so', async () => {
  const { merchant, control, bodies, callbackUrl } = await registered({ daraja: { confirmsPrompts: true } })
  await merchant.push({ CallBackURL: callbackUrl })
  const [prompt] = control.prompts()
  const paid = control.answerPrompt(prompt?.checkoutRequestId ?? '', '0')
  await expect.poll(bodies).toHaveLength(1)
  expect(bodies()[0]).toMatchObject({ TransID: paid?.receipt, BillRefNumber: 'MAR10042', TransAmount: '3200.00' })
})
