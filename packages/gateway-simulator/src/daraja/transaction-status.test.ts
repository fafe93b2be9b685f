import { describe, expect, it } from 'vitest'
import { operator } from '../testing/daraja-merchant.ts'
import { startTestSimulator } from '../testing/start-test-simulator.ts'

interface Result {
  ResultCode: number | string
  ConversationID: string
  ResultParameters?: { ResultParameter: { Key: string; Value: string | number }[] }
}

/** A simulator with one payment of 7 shillings, and what it posts to the shop. */
async function withPayment() {
  const simulator = await startTestSimulator({ daraja: { initiator: operator, tillNumber: '512345' } })
  const { ledger, shop, merchant, control } = simulator
  ledger.record({
    gateway: 'mpesa',
    id: 'by-hand-1',
    receipt: 'SKJ4H7T2QX',
    orderReference: '',
    amountCents: 700,
    refundedCents: 0,
    phone: '254712345678',
    at: '2026-11-21T07:15:00Z',
  })
  const results = () =>
    shop.deliveries.map(({ path, body }) => {
      const { Result: result } = JSON.parse(String(body)) as { Result: Result }
      const pairs = result.ResultParameters?.ResultParameter ?? []
      return {
        path,
        code: result.ResultCode,
        conversation: result.ConversationID,
        reported: Object.fromEntries(pairs.map(({ Key, Value }) => [Key, Value])),
      }
    })
  const ask = (receipt = 'SKJ4H7T2QX') => merchant.status(receipt, `${shop.url}/result`, `${shop.url}/timeout`)
  return { control, ask, results }
}

describe('a transaction status query', () => {
  it('is taken on at once and answered at its address with all that the ledger knows', async () => {
    const { ask, results } = await withPayment()
    const { body } = await ask()
    expect(body).toMatchObject({ ResponseCode: '0', ConversationID: expect.stringMatching(/^AG_/) })
    await expect.poll(results).toEqual([
      {
        path: '/result',
        code: 0,
        conversation: body.ConversationID,
        reported: {
          ReceiptNo: 'SKJ4H7T2QX',
          TransactionStatus: 'Completed',
          Amount: 7,
          DebitPartyName: '254712345678 - AMINA OTIENO',
          CreditPartyName: '512345 - Marashi',
          'Initiated Time': '20261121101500',
          FinalisedTime: 20261121101500,
        },
      },
    ])
  })

  it('does not know a receipt that is in nobody’s ledger', async () => {
    const { ask, results } = await withPayment()
    await ask('AAAAAAAAAA')
    await expect.poll(results).toMatchObject([{ code: 2032, reported: {} }])
  })

  it('takes changed parameters, codes and the queue’s time-out from a script, and can forget', async () => {
    const { control, ask, results } = await withPayment()
    control.direct('daraja.status-result', {
      next: [
        { kind: 'forgotten' },
        { kind: 'reported', parameters: { Amount: 8, TransactionStatus: 'Declined' } },
        { kind: 'code', code: '2001' },
        { kind: 'timeout' },
      ],
    })
    for (let turn = 1; turn < 5; turn++) {
      await ask()
      await expect.poll(() => results().length).toBe(turn - 1)
    }
    expect(results()).toMatchObject([
      { path: '/result', code: 0, reported: { ReceiptNo: 'SKJ4H7T2QX', Amount: 8, TransactionStatus: 'Declined' } },
      { path: '/result', code: 2001, reported: {} },
      { path: '/timeout', code: 1, reported: {} },
    ])
  })

  it('loses, doubles and delays its results', async () => {
    const { control, ask, results } = await withPayment()
    control.direct('daraja.result', { next: [{ lost: true }, { times: 2 }, { delayMs: 86_400_000 }] })
    for (const _ of [1, 2, 3]) await ask()
    await expect.poll(() => results().length).toBe(2)
    await expect.poll(() => control.state().pendingDeliveries).toBe(1)
    await control.releaseDeliveries()
    expect(results()).toHaveLength(3)
  })
})
