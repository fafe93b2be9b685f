import { setTimeout as wait } from 'node:timers/promises'
import { expect, it, onTestFinished, vi } from 'vitest'
import { fairQueue, type QueuedLogin } from './fair-queue.ts'

const settings = { slots: 2, slotsForStrangers: 1, restAfterStrangers: 0, maxWaiting: 3, maxWaitMs: 60_000 }
const stranger = (key: string, recentGuesses = 0): QueuedLogin => ({ key, isKnown: false, recentGuesses })
const known = (key: string): QueuedLogin => ({ key, isKnown: true, recentGuesses: 0 })

/** A queue whose work ends when the test says so. */
function heldQueue(change: Partial<typeof settings> = {}) {
  const queue = fairQueue({ ...settings, ...change })
  const begun: string[] = []
  const ends: (() => void)[] = []
  const outcomes: Record<'done' | 'refused', string[]> = { done: [], refused: [] }
  return {
    begun,
    outcomes,
    enter: (login: QueuedLogin) =>
      queue
        .run(login, () => {
          begun.push(login.key)
          return new Promise<void>((resolve) => ends.push(resolve))
        })
        .then(
          () => outcomes.done.push(login.key),
          ({ code }) => outcomes.refused.push(`${login.key} ${code}`),
        ),
    end: () => ends.shift()?.(),
    endFirst: async () => {
      ends.shift()?.()
      // The slot is free at the next turn of the timers.
      await wait(5)
    },
  }
}

it('gives strangers one slot, and those who are known the other', () => {
  const { enter, begun } = heldQueue()
  for (const login of [stranger('a'), stranger('b'), known('owner'), known('phone')]) enter(login)
  expect(begun).toEqual(['a', 'owner'])
})

it('takes the known first, then whoever made the fewest guesses, then whoever came last', async () => {
  const { enter, begun, endFirst } = heldQueue({ slots: 1, maxWaiting: 9 })
  const crowd = [stranger('running'), stranger('again', 2), stranger('old'), stranger('new'), known('owner')]
  for (const login of crowd) enter(login)
  for (const _ of crowd) await endFirst()
  expect(begun).toEqual(['running', 'owner', 'new', 'old', 'again'])
})

it('lets each network wait once', async () => {
  const { enter, begun, outcomes, endFirst } = heldQueue()
  for (let nth = 0; nth < 5; nth++) enter(stranger('bot'))
  await wait(0)
  expect(outcomes.refused).toEqual(Array(3).fill('bot TOO_MANY_REQUESTS'))
  await endFirst()
  expect(begun).toEqual(['bot', 'bot'])
})

it('refuses the last one when too many wait, never a newcomer with fewer guesses', async () => {
  const { enter, begun, outcomes, endFirst } = heldQueue()
  for (const key of ['running', 'a', 'b', 'c']) enter(stranger(key, 1))
  enter(stranger('first time'))
  await wait(0)
  expect(outcomes.refused).toEqual(['a SERVICE_UNAVAILABLE'])
  await endFirst()
  expect(begun).toEqual(['running', 'first time'])
})

it('refuses a login that waits too long, and never starts its work', async () => {
  const { enter, begun, outcomes, endFirst } = heldQueue({ maxWaitMs: 1 })
  enter(stranger('running'))
  await enter(stranger('late'))
  expect(outcomes.refused).toEqual(['late SERVICE_UNAVAILABLE'])
  await endFirst()
  expect(begun).toEqual(['running'])
})

it('lets the slot of a stranger rest for as long as it was taken, and takes whoever is known meanwhile', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const { enter, begun, end } = heldQueue({ slots: 1, restAfterStrangers: 1 })
  enter(stranger('running'))
  enter(stranger('next'))
  await vi.advanceTimersByTimeAsync(100)
  end()
  await vi.advanceTimersByTimeAsync(99)
  enter(known('owner'))
  end()
  expect(begun).toEqual(['running', 'owner'])
  await vi.advanceTimersByTimeAsync(1)
  expect(begun).toEqual(['running', 'owner', 'next'])
})

it('frees the slot after work that failed', async () => {
  const queue = fairQueue(settings)
  await expect(queue.run(stranger('a'), () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  await expect(queue.run(stranger('b'), async () => 'done')).resolves.toBe('done')
})
