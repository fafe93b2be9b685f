import { expect, it, vi } from 'vitest'
import { refusal } from '../../../testing/shop-double.tsx'
import { confirmCard } from './confirm-card.ts'

const noPause = async () => undefined
const processing = refusal(409, 'The payment is still processing.', { code: 'STILL_PROCESSING' })

it('asks again while the payment is processing, and while there is no connection', async () => {
  const confirm = vi.fn(async () => ({}))
  confirm.mockRejectedValueOnce(processing).mockRejectedValueOnce(new Error('offline'))
  expect(await confirmCard(confirm, noPause)).toBe('confirmed')
  expect(confirm).toHaveBeenCalledTimes(3)
})

it('ends at a refusal', async () => {
  const confirm = vi.fn(async () => Promise.reject(refusal(402, 'The card has not been charged.')))
  expect(await confirmCard(confirm, noPause)).toMatchObject({ failure: { status: 402 } })
  expect(confirm).toHaveBeenCalledOnce()
})

it('gives up after half a minute', async () => {
  const pauses: number[] = []
  const outcome = await confirmCard(
    () => Promise.reject(processing),
    async (ms) => void pauses.push(ms),
  )
  expect(outcome).toMatchObject({ failure: { code: 'STILL_PROCESSING' } })
  expect(pauses.reduce((sum, ms) => sum + ms, 0)).toBe(28_000)
})
