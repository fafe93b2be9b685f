import { newSecret, signedHeaders } from '@marashi/api/modules/webhooks/webhook-message'
import { expect, it } from 'vitest'
import { verifyWebhook, type Webhook } from './verify-webhook.ts'

const secret = newSecret()
const other = newSecret()
const messageId = 'evt_1_abc'
const body =
  '{"type":"order.paid","timestamp":"2026-11-22T09:00:00.000Z","data":{"eventId":1,"orderNumber":"MR100030"}}'
const now = Date.now()
const signed = (secrets = [secret], ageMs = 0) => signedHeaders({ messageId, body }, secrets, new Date(now - ageMs))

it('reads an event that the shop signed, whatever holds its headers', async () => {
  expect(await verifyWebhook(secret, signed(), body)).toEqual(JSON.parse(body))
  expect(await verifyWebhook(secret, new Headers(signed()), body)).toEqual(JSON.parse(body))
})

it('reads a test, which tells of no event', async () => {
  const test = JSON.stringify({
    type: 'webhook.test',
    timestamp: '2026-11-22T09:00:00.000Z',
    data: { endpointId: 'e1' },
  })
  const event: Webhook = await verifyWebhook(
    secret,
    signedHeaders({ messageId, body: test }, [secret], new Date(now)),
    test,
  )
  // Each type has its own `data`: that of a test holds no eventId.
  if (event.type === 'webhook.test') expect(event.data satisfies { endpointId: string }).toEqual({ endpointId: 'e1' })
  else expect.unreachable(event.data.subject)
})

it('takes each of the secrets that sign', async () => {
  const secrets = [secret, other, newSecret()]
  for (const each of secrets) await verifyWebhook(each, signed(secrets), body)
})

it('reads headers in any case, as a gateway or a function of a cloud hands them on', async () => {
  const named = (change: (name: string) => string) =>
    Object.fromEntries(Object.entries(signed()).map(([name, value]) => [change(name), value]))
  const inTitleCase = (name: string) => name.replace(/\b\w/g, (letter) => letter.toUpperCase())
  expect(await verifyWebhook(secret, named(inTitleCase), body)).toEqual(JSON.parse(body))
  expect(
    await verifyWebhook(
      secret,
      named((name) => name.toUpperCase()),
      body,
    ),
  ).toEqual(JSON.parse(body))
})

it.each<[string, string, Record<string, string>, string]>([
  ['another body', secret, signed(), body.replace('paid', 'placed')],
  ['another secret', other, signed(), body],
  ['another id', secret, { ...signed(), 'webhook-id': 'evt_2' }, body],
  ['no signature', secret, { ...signed(), 'webhook-signature': '' }, body],
  ['a signature that is no Base64', secret, { ...signed(), 'webhook-signature': 'v1,%%%' }, body],
  ['an old message', secret, signed([secret], 600_000), body],
  ['a message of the future', secret, signed([secret], -600_000), body],
  ['no time', secret, { ...signed(), 'webhook-timestamp': '' }, body],
  ['a secret that is none', 'whsec_%%%', signed(), body],
])('refuses %s', async (_, key, headers, text) => {
  await expect(verifyWebhook(key, headers, text)).rejects.toThrow(/too old|not signed/)
})
