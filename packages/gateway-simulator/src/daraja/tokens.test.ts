import { describe, expect, it } from 'vitest'
import { DarajaMerchant } from '../testing/daraja-merchant.ts'
import { startTestSimulator } from '../testing/start-test-simulator.ts'

describe('access token', () => {
  it('is text, with its life in seconds as text', async () => {
    const { merchant } = await startTestSimulator()
    const { status, body } = await merchant.logIn()
    expect(status).toBe(200)
    expect(body).toEqual({ access_token: expect.stringMatching(/^\w{28}$/), expires_in: '3599' })
  })

  it.each([
    ['key:wrong', 'client_credentials', '400.008.01'],
    ['key:secret', 'password', '400.008.02'],
  ])('is refused to %s with grant %s', async (keys, grant, errorCode) => {
    const { merchant } = await startTestSimulator()
    const { status, body } = await merchant.logIn(keys, grant)
    expect(status).toBe(400)
    expect(body).toEqual({ requestId: expect.any(String), errorCode, errorMessage: expect.any(String) })
  })

  it('ends the one before it', async () => {
    const { url, merchant } = await startTestSimulator()
    const other = new DarajaMerchant(url)
    await other.logIn()
    const { status, body } = await merchant.push()
    expect([status, body.errorCode]).toEqual([404, '404.001.03'])
    expect((await other.push()).status).toBe(200)
  })

  it('ends with its life, and when it is expired', async () => {
    const { control, merchant } = await startTestSimulator({ daraja: { tokenLifeSeconds: 60 } })
    control.setClockOffset(59_000)
    expect((await merchant.query('ws_CO_0')).body.errorCode).toBe('400.002.02')
    control.setClockOffset(61_000)
    expect((await merchant.query('ws_CO_0')).body.errorCode).toBe('404.001.03')
    await merchant.logIn()
    control.expireToken()
    expect((await merchant.query('ws_CO_0')).body.errorCode).toBe('404.001.03')
  })
})
