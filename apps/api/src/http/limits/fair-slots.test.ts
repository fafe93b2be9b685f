import { expect, it } from 'vitest'
import { fairSlots } from './fair-slots.ts'

const deferred = () => Promise.withResolvers<void>()

it('lets the networks take turns, however much one of them asks for', async () => {
  const slots = fairSlots({ slots: 1, maxWaiting: 100, maxWaitMs: 10_000, message: 'Busy.' })
  const inSlot = slots.run
  const first = deferred()
  const order: string[] = []
  const ask = (network: string) => inSlot(network, async () => void order.push(network))
  const all = [inSlot('crowd', () => first.promise), ...Array.from({ length: 20 }, () => ask('crowd'))]
  all.push(ask('shopper'), ask('another'))
  expect(slots.waiting).toBe(22)
  first.resolve()
  await Promise.all(all)
  expect(order.slice(0, 4)).toEqual(['crowd', 'shopper', 'another', 'crowd'])
  expect(order).toHaveLength(22)
  expect(slots.waiting).toBe(0)
})

it('refuses the last of the network that has most when too many wait', async () => {
  const { run: inSlot } = fairSlots({ slots: 1, maxWaiting: 3, maxWaitMs: 10_000, message: 'Busy.' })
  const first = deferred()
  const all = [inSlot('crowd', () => first.promise)]
  for (const network of ['crowd', 'crowd', 'crowd', 'shopper']) all.push(inSlot(network, async () => undefined))
  first.resolve()
  const outcomes = await Promise.allSettled(all)
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled', 'rejected', 'fulfilled'])
})

it('refuses whoever came last where all networks have as many, not who has waited longest', async () => {
  const { run: inSlot } = fairSlots({ slots: 1, maxWaiting: 3, maxWaitMs: 10_000, message: 'Busy.' })
  const first = deferred()
  const all = ['running', 'one', 'two', 'three', 'four'].map((network) => inSlot(network, () => first.promise))
  first.resolve()
  const outcomes = await Promise.allSettled(all)
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled', 'fulfilled', 'rejected'])
})

it('gives all networks of an IPv6 /48 one turn together, and each IPv4 address its own', async () => {
  const { run: inSlot } = fairSlots({ slots: 1, maxWaiting: 5, maxWaitMs: 10_000, message: 'Busy.' })
  const first = deferred()
  const order: string[] = []
  const ask = (network: string) => inSlot(network, async () => void order.push(network))
  const crowd = [1, 2, 3, 4].map((part) => `2001:db8:7:${part}`)
  const all = [inSlot('running', () => first.promise), ...[...crowd, '41.90.1.2', '41.90.1.3'].map(ask)]
  first.resolve()
  const outcomes = await Promise.allSettled(all)
  expect(order).toEqual(['2001:db8:7:1', '41.90.1.2', '41.90.1.3', '2001:db8:7:2', '2001:db8:7:3'])
  expect(outcomes.findIndex(({ status }) => status === 'rejected')).toBe(4)
})

it('leaves a network its turn when one of those that wait there is refused', async () => {
  const { run: inSlot } = fairSlots({ slots: 1, maxWaiting: 3, maxWaitMs: 10_000, message: 'Busy.' })
  const first = deferred()
  const order: string[] = []
  const ask = (network: string) => inSlot(network, async () => void order.push(network))
  const all = [inSlot('running', () => first.promise), ...['carrier', 'carrier', 'carrier', 'another'].map(ask)]
  first.resolve()
  await Promise.allSettled(all)
  expect(order).toEqual(['carrier', 'another', 'carrier'])
})

it('refuses what does not begin in time and says when to try again, and frees the slot of what failed', async () => {
  const { run: inSlot } = fairSlots({ slots: 1, maxWaiting: 10, maxWaitMs: 20, message: 'Busy.' })
  const first = deferred()
  const running = inSlot('one', () => first.promise)
  const refusal = { code: 'SERVICE_UNAVAILABLE', details: { retryAfterSeconds: 2 } }
  await expect(inSlot('two', async () => undefined)).rejects.toMatchObject(refusal)
  first.resolve()
  await running
  await expect(inSlot('one', () => Promise.reject(new Error('lost')))).rejects.toThrow('lost')
  expect(await inSlot('two', async () => 'found')).toBe('found')
})
