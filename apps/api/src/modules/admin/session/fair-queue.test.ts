import { setTimeout as wait } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { fairQueue, type QueuedLogin } from './fair-queue.ts'

const settings = { places: 2, placesForStrangers: 1, maxWaiting: 3, maxWaitMs: 60_000 }
const stranger = (key: string, turnsLately = 0): QueuedLogin => ({ key, isKnown: false, turnsLately })
const known = (key: string): QueuedLogin => ({ key, isKnown: true, turnsLately: 0 })

/** A queue whose turns end when the test says so. */
function heldQueue(change: Partial<typeof settings> = {}) {
  const queue = fairQueue({ ...settings, ...change })
  const begun: string[] = []
  const ends: (() => void)[] = []
  const outcomes: Record<'done' | 'refused', string[]> = { done: [], refused: [] }
  return {
    begun,
    outcomes,
    apply: (applicant: QueuedLogin) =>
      queue
        .inTurn(applicant, () => {
          begun.push(applicant.key)
          return new Promise<void>((resolve) => ends.push(resolve))
        })
        .then(
          () => outcomes.done.push(applicant.key),
          ({ code }) => outcomes.refused.push(`${applicant.key} ${code}`),
        ),
    endFirst: async () => {
      ends.shift()?.()
      await wait(0)
    },
  }
}

it('lets strangers have one place, and those who are known the other', () => {
  const { apply, begun } = heldQueue()
  for (const applicant of [stranger('a'), stranger('b'), known('owner'), known('phone')]) apply(applicant)
  expect(begun).toEqual(['a', 'owner'])
})

it('takes the known first, then whoever had the fewest turns, then whoever came last', async () => {
  const { apply, begun, endFirst } = heldQueue({ places: 1, maxWaiting: 9 })
  const crowd = [stranger('running'), stranger('again', 2), stranger('old'), stranger('new'), known('owner')]
  for (const applicant of crowd) apply(applicant)
  for (const _ of crowd) await endFirst()
  expect(begun).toEqual(['running', 'owner', 'new', 'old', 'again'])
})

it('has one waiting place for each network', async () => {
  const { apply, begun, outcomes, endFirst } = heldQueue()
  for (let nth = 0; nth < 5; nth++) apply(stranger('bot'))
  await wait(0)
  expect(outcomes.refused).toEqual(Array(3).fill('bot TOO_MANY_REQUESTS'))
  await endFirst()
  expect(begun).toEqual(['bot', 'bot'])
})

it('sends away whoever is last when too many wait, never a newcomer with fewer turns', async () => {
  const { apply, begun, outcomes, endFirst } = heldQueue()
  for (const key of ['running', 'a', 'b', 'c']) apply(stranger(key, 1))
  apply(stranger('first time'))
  await wait(0)
  expect(outcomes.refused).toEqual(['a SERVICE_UNAVAILABLE'])
  await endFirst()
  expect(begun).toEqual(['running', 'first time'])
})

it('does not let anybody wait for longer than said, and begins nothing for those who went', async () => {
  const { apply, begun, outcomes, endFirst } = heldQueue({ maxWaitMs: 1 })
  apply(stranger('running'))
  await apply(stranger('late'))
  expect(outcomes.refused).toEqual(['late SERVICE_UNAVAILABLE'])
  await endFirst()
  expect(begun).toEqual(['running'])
})

it('gives the place on after a turn that failed', async () => {
  const queue = fairQueue(settings)
  await expect(queue.inTurn(stranger('a'), () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  await expect(queue.inTurn(stranger('b'), async () => 'done')).resolves.toBe('done')
})
