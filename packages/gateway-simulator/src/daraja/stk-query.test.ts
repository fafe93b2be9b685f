import { describe, expect, it } from 'vitest'
import { startTestSimulator } from '../testing/start-test-simulator.ts'

describe('the status query', () => {
  it('of an open prompt is a server error that means patience', async () => {
    const { merchant } = await startTestSimulator()
    const { body: push } = await merchant.push()
    const { status, body } = await merchant.query(push.CheckoutRequestID)
    expect([status, body.errorCode]).toEqual([500, '500.001.1001'])
    expect(body.errorMessage).toBe('The transaction is being processed')
  })

  it('of an ended prompt reports the result as text, and neither amount nor receipt', async () => {
    const { merchant, control } = await startTestSimulator()
    const { body: push } = await merchant.push()
    control.answerPrompt(push.CheckoutRequestID ?? '', '0')
    const { status, body } = await merchant.query(push.CheckoutRequestID)
    expect(status).toBe(200)
    expect(body).toEqual({
      ResponseCode: '0',
      ResponseDescription: expect.any(String),
      MerchantRequestID: push.MerchantRequestID,
      CheckoutRequestID: push.CheckoutRequestID,
      ResultCode: '0',
      ResultDesc: 'The service request is processed successfully.',
    })
  })

  it('of an unknown prompt is refused', async () => {
    const { merchant } = await startTestSimulator()
    const { status, body } = await merchant.query('ws_CO_nobody')
    expect([status, body.errorCode]).toEqual([400, '400.002.02'])
    expect(body.errorMessage).toContain('Invalid CheckoutRequestID')
  })

  it('proves itself like a push', async () => {
    const { merchant } = await startTestSimulator()
    expect((await merchant.query('ws_CO_nobody', { Password: 'guess' })).body.errorMessage).toBe('Wrong credentials')
  })

  it('is arrested at the sixth time within a minute', async () => {
    const { merchant, control } = await startTestSimulator({ daraja: { queryLimit: { count: 5, seconds: 60 } } })
    const statuses: number[] = []
    for (let i = 0; i < 6; i += 1) statuses.push((await merchant.query('ws_CO_nobody')).status)
    expect(statuses).toEqual([400, 400, 400, 400, 400, 429])
    expect((await merchant.query('ws_CO_nobody')).body.errorCode).toBe('500.003.02')
    control.setClockOffset(61_000)
    expect((await merchant.query('ws_CO_nobody')).status).toBe(400)
  })

  it('is arrested within twelve seconds of the one before, where they may not come at once', async () => {
    const { merchant, control } = await startTestSimulator({
      daraja: { queryLimit: { count: 5, seconds: 60, burst: 1 } },
    })
    const statuses: number[] = []
    for (const seconds of [0, 11, 13, 20, 25, 37, 49]) {
      control.setClockOffset(seconds * 1_000)
      statuses.push((await merchant.query('ws_CO_nobody')).status)
    }
    expect(statuses).toEqual([400, 429, 400, 429, 400, 400, 400])
  })

  it.each(['4999', '1032', '0'])('can be made to claim %s of an open prompt', async (code) => {
    const { merchant, control } = await startTestSimulator()
    const { body: push } = await merchant.push()
    control.direct('daraja.query', { next: [{ kind: 'claim', code }] })
    const { status, body } = await merchant.query(push.CheckoutRequestID)
    expect(status).toBe(200)
    expect(body).toMatchObject({ ResultCode: code, CheckoutRequestID: push.CheckoutRequestID })
    expect(control.prompts()[0]?.resultCode).toBeNull()
  })
})
