import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { ownToken } from '../../../../testing/own-token.ts'
import { BREAK_FOR_MS } from '../gateway-breaker.ts'
import { darajaGateway } from './daraja.ts'
import { darajaHttp, requestToken } from './daraja-http.ts'

/** The shop's M-Pesa in front of a Daraja that answers as told, and the paths that it was asked for. */
async function talkTo(answer: RequestListener) {
  const paths: string[] = []
  const server = createServer((request, response) => {
    paths.push((request.url ?? '').split('?')[0] as string)
    answer(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const keys = { baseUrl, consumerKey: 'k', consumerSecret: 's', timeLimitMs: 25_000 }
  const http = darajaHttp({ baseUrl, token: ownToken(() => requestToken(keys)) })
  const settings = { shortcode: '174379', partyB: '174379', passkey: 'p', isDemo: false }
  const mpesa = darajaGateway({ ...settings, transactionType: 'CustomerPayBillOnline' }, http, () => new Date())
  const push = (orderNumber = 'M1') =>
    mpesa.push({ phone: '254712345678', amountShillings: 1, orderNumber, callbackUrl: 'http://shop.test/' })
  return { push, paths }
}

const TOKEN = '/oauth/v1/generate'
const isForToken = (url = '') => url.startsWith(TOKEN)
const token = JSON.stringify({ access_token: 't', expires_in: '3599' })

/** Time limits that end when the test says so: a loaded machine may take longer than any short one. */
function limitsInHand(): AbortController[] {
  const limits: AbortController[] = []
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => {
    const limit = new AbortController()
    limits.push(limit)
    return limit.signal
  })
  onTestFinished(() => timeout.mockRestore())
  return limits
}
const end = (limit: AbortController | undefined) => limit?.abort(new DOMException('timed out', 'TimeoutError'))

it('knows that nothing was sent when the token is not answered', async () => {
  const limits = limitsInHand()
  const { push, paths } = await talkTo(() => undefined)
  const sent = push()
  await expect.poll(() => paths).toHaveLength(1)
  end(limits[0])
  expect(await sent).toMatchObject({ kind: 'refused', why: 'busy' })
  expect(paths).toEqual([TOKEN])
})

it.each<[string, RequestListener]>([
  ['is answered 500', (_request, response) => response.writeHead(500).end()],
  ['is answered with a page', (_request, response) => response.end('<html>')],
  [
    'is refused for a reason of Daraja’s own',
    (_request, response) => response.writeHead(500).end('{"errorCode":"500.003.1001","errorMessage":"Internal"}'),
  ],
])('knows that nothing was sent when the token %s', async (_what, answer) => {
  const { push, paths } = await talkTo(answer)
  expect(await push()).toMatchObject({ kind: 'refused', why: 'busy' })
  expect(paths).toEqual([TOKEN])
})

it('tells wrong keys from a busy gateway', async () => {
  const { push } = await talkTo((_request, response) =>
    response.writeHead(400).end('{"errorCode":"400.008.01","errorMessage":"Invalid Authentication passed"}'),
  )
  expect(await push()).toMatchObject({ kind: 'refused', why: 'configuration' })
})

it('knows that nothing was sent while the breaker is open', async () => {
  const { push, paths } = await talkTo((request, response) =>
    isForToken(request.url) ? response.end(token) : response.writeHead(500).end(),
  )
  for (let n = 0; n < 5; n++) expect(await push(`M${n}`)).toMatchObject({ kind: 'unknown' })
  const sent = paths.length
  expect(await push()).toMatchObject({ kind: 'refused', why: 'busy', code: 'breaker' })
  expect(paths).toHaveLength(sent)
})

describe('where the shop’s own database has no token to give', () => {
  const away = Object.assign(new Error('terminating connection'), { code: '57P01', severity: 'FATAL' })
  const settings = { shortcode: '174379', partyB: '174379', passkey: 'p', isDemo: false }

  /** The shop's M-Pesa whose token is read as told, and where nothing answers. */
  function readTokenBy(get: () => Promise<string>) {
    const http = darajaHttp({ baseUrl: 'http://127.0.0.1:9', token: { get, refuse: () => Promise.resolve() } })
    const mpesa = darajaGateway({ ...settings, transactionType: 'CustomerPayBillOnline' }, http, () => new Date())
    const push = (orderNumber: string) =>
      mpesa.push({ phone: '254712345678', amountShillings: 1, orderNumber, callbackUrl: 'http://shop.test/' })
    return { push, isInterrupted: () => mpesa.isInterrupted?.() }
  }

  it('is not taken for silent', async () => {
    const { push, isInterrupted } = readTokenBy(() => Promise.reject(away))
    for (let n = 0; n < 6; n++) expect(await push(`M${n}`)).toMatchObject({ kind: 'refused', code: 'token' })
    expect(isInterrupted()).toBe(false)
  })

  it('is not taken for back either, once it was silent', async () => {
    const get = vi.fn<() => Promise<string>>(() => Promise.resolve('t'))
    const { push, isInterrupted } = readTokenBy(get)
    for (let n = 0; n < 5; n++) expect(await push(`M${n}`)).toMatchObject({ kind: 'unknown' })
    const later = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + BREAK_FOR_MS)
    onTestFinished(() => later.mockRestore())
    get.mockRejectedValue(away)
    expect(await push('M6')).toMatchObject({ kind: 'refused', code: 'token' })
    expect(isInterrupted()).toBe(true)
    expect(await push('M7')).toMatchObject({ kind: 'refused', code: 'breaker' })
  })
})

it('gives token and push one time limit together', async () => {
  const limits = limitsInHand()
  const { push, paths } = await talkTo((request, response) => {
    if (isForToken(request.url)) response.end(token)
  })
  const sent = push()
  await expect.poll(() => paths).toHaveLength(2)
  // The second is of the request for the token alone, which others may wait for.
  expect(limits).toHaveLength(2)
  end(limits[0])
  expect(await sent).toMatchObject({ kind: 'unknown' })
})
