import type { Failure } from '@marashi/api-client/failure'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { refusal } from '../../../testing/shop-double.tsx'
import { askUntilCertain } from './ask-until-certain.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const processing = refusal(409, 'The payment is still processing.', { code: 'STILL_PROCESSING' })
const tooOften = (retryAfterSeconds: number) =>
  refusal(429, 'Too many requests.', { code: 'TOO_MANY_REQUESTS', retryAfterSeconds })
const mayChange = ({ status, code }: Failure) => code === 'STILL_PROCESSING' || status === 0

/** How asking ended, and after how many seconds. */
async function outcomeOf(ask: Parameters<typeof askUntilCertain>[0]) {
  const began = Date.now()
  const outcome = askUntilCertain(ask, mayChange).then((end) => ({ end, seconds: (Date.now() - began) / 1_000 }))
  await vi.advanceTimersByTimeAsync(600_000)
  return outcome
}

it('asks again while the payment is processing, and while there is no connection', async () => {
  const ask = vi.fn(async () => 'paid')
  ask.mockRejectedValueOnce(processing).mockRejectedValueOnce(new Error('offline'))
  expect(await outcomeOf(ask)).toEqual({ end: { answer: 'paid' }, seconds: 4 })
})

it('ends at a refusal', async () => {
  const ask = vi.fn(async () => Promise.reject(refusal(402, 'The card has not been charged.')))
  expect(await outcomeOf(ask)).toMatchObject({ end: { failure: { status: 402 } }, seconds: 0 })
  expect(ask).toHaveBeenCalledOnce()
})

it('gives up after half a minute', async () => {
  expect(await outcomeOf(() => Promise.reject(processing))).toMatchObject({
    end: { failure: { code: 'STILL_PROCESSING' } },
    seconds: 30,
  })
})

it('gives up after half a minute also where every answer is slow, or none comes', async () => {
  const silent = ({ signal }: { signal: AbortSignal }) =>
    new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('aborted'))))
  expect(await outcomeOf(silent)).toMatchObject({ end: { failure: { status: 0 } }, seconds: 30 })
  const slow = () => new Promise((_, reject) => setTimeout(() => reject(processing), 25_000))
  expect((await outcomeOf(slow)).seconds).toBeLessThan(60)
})

it('waits as long as the shop says where it is asked too often, and asks once more', async () => {
  const ask = vi.fn(async () => 'paid')
  ask.mockRejectedValueOnce(tooOften(50))
  expect(await outcomeOf(ask)).toEqual({ end: { answer: 'paid' }, seconds: 50 })
  expect((await outcomeOf(() => Promise.reject(tooOften(50)))).seconds).toBe(50)
})
