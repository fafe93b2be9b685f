import { expect, it } from 'vitest'
import { refusalBody, secretsOfRefusal } from '../testing/refusing-store.ts'
import { namesStoreRemedy, readRefusal, StoreRefusal } from './store-refusal.ts'

const what = 'The store answered 403 to a list of media/'

it.each([
  ['RequestTimeTooSkewed', /RequestTimeTooSkewed, the clocks .* set the clock of this machine/],
  ['SignatureDoesNotMatch', /SignatureDoesNotMatch, the secret key/],
  ['InvalidAccessKeyId', /InvalidAccessKeyId, the store does not know this access key/],
  ['AccessDenied', /AccessDenied, this key may not do that/],
])('says what %s means and what to do, and nothing else of the answer', (code, meaning) => {
  const refusal = new StoreRefusal(what, refusalBody(code))
  expect(refusal.message).toMatch(meaning)
  for (const secret of secretsOfRefusal) expect(refusal.message).not.toContain(secret)
  expect(namesStoreRemedy(new Error('The picture store is not available', { cause: refusal }))).toBe(true)
})

it.each([
  ['a code that is none of S3', refusalBody('AKIDEXAMPLE')],
  ['the page of a proxy', '<html>Forbidden</html>'],
  ['nothing', ''],
])('says the status alone where the store answers with %s', (_, body) => {
  const refusal = new StoreRefusal(what, body)
  expect(refusal.message).toBe(`${what}.`)
  expect(namesStoreRemedy(refusal)).toBe(false)
})

it('reads no more of a refusal than one has, and nothing of one that breaks off', async () => {
  let sent = 0
  const endless = new ReadableStream<Uint8Array>({
    pull(controller) {
      sent += 1
      controller.enqueue(new Uint8Array(10_000).fill(65))
    },
  })
  expect((await readRefusal(new Response(endless))).length).toBe(70_000)
  expect(sent).toBeLessThan(10)
  const cut = new ReadableStream({ start: (controller) => controller.error(new Error('cut')) })
  expect(await readRefusal(new Response(cut))).toBe('')
})
