import type { CallContext } from '@marashi/api-client/browser-link'
import { failureOf } from '@marashi/api-client/failure'
import { TRPCClientError } from '@trpc/client'
import { beforeEach, expect, it, vi } from 'vitest'
import { sendOnce } from './send-once.ts'

beforeEach(() => {
  sessionStorage.clear()
  vi.resetModules()
})

const lost = TRPCClientError.from(new TypeError('Failed to fetch'))
const refusal = (httpStatus: number, code: string) =>
  TRPCClientError.from({ error: { code: -32600, message: 'No.', data: { code, httpStatus, fields: {} } } })

/** A shop that answers each time what is next; an error is thrown. */
function shop(...answers: (string | Error)[]) {
  const keys: (string | undefined)[] = []
  const send = async ({ context }: { context: CallContext }) => {
    keys.push(context.idempotencyKey)
    const answer = answers.shift()
    if (answer === undefined || answer instanceof Error) throw answer
    return answer
  }
  return { keys, send, distinct: () => new Set(keys).size }
}

it('sends under one key until the shop has answered, and then under another', async () => {
  const { keys, send } = shop(
    lost,
    refusal(503, 'SERVICE_UNAVAILABLE'),
    refusal(409, 'REQUEST_RUNNING'),
    'made',
    'more',
  )
  for (const _ of [1, 2, 3]) await expect(sendOnce('thing', send)).rejects.toThrow()
  expect(await sendOnce('thing', send)).toBe('made')
  expect(await sendOnce('thing', send)).toBe('more')
  expect(new Set(keys.slice(0, 4)).size).toBe(1)
  expect(keys[4]).not.toBe(keys[0])
})

it('keeps the key when the page is loaded again', async () => {
  const { send, distinct } = shop(lost, 'made')
  await expect(sendOnce('thing', send)).rejects.toThrow()
  const { sendOnce: afterReload } = await import('./send-once.ts')
  expect(await afterReload('thing', send)).toBe('made')
  expect(distinct()).toBe(1)
})

it('keeps a key for each thing that is made', async () => {
  const { send, distinct } = shop(lost, lost)
  for (const order of ['one', 'other']) await expect(sendOnce(`note of ${order}`, send)).rejects.toThrow()
  expect(distinct()).toBe(2)
})

it.each([
  ['IDEMPOTENCY_KEY_REUSED', 422, /saved after all.* Press again to save this one too/],
  ['ANSWER_NOT_KEPT', 409, /was saved before/],
])('says what %s means, and makes another at the next press', async (code, status, said) => {
  const { send, distinct } = shop(lost, refusal(status, code), 'made')
  await expect(sendOnce('thing', send)).rejects.toThrow()
  const error = await sendOnce('thing', send).catch((thrown: unknown) => thrown)
  expect(failureOf(error)).toMatchObject({ code, status, text: expect.stringMatching(said) })
  expect(await sendOnce('thing', send)).toBe('made')
  expect(distinct()).toBe(2)
})

it('works where the browser keeps nothing', async () => {
  const storage = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('forbidden', 'SecurityError')
  })
  try {
    const { send, distinct } = shop(lost, 'made')
    await expect(sendOnce('thing', send)).rejects.toThrow()
    expect(await sendOnce('thing', send)).toBe('made')
    expect(distinct()).toBe(1)
  } finally {
    storage.mockRestore()
  }
})
