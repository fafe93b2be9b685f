import type { SettingRecord } from '@marashi/domain/contracts/settings'
import { TRPCClientError } from '@trpc/client'
import { expect, it } from 'vitest'
import { settingsCopy } from '../../copy/settings.ts'
import { refusal } from '../../testing/fake-admin-api.tsx'
import type { SaveProgress, TypedOver } from './save-progress.ts'
import { SaveQueue } from './save-queue.ts'

type Hours = { opens: string; closes?: string }

const field = (name: keyof Hours, was: string): TypedOver<Hours> => ({
  field: name,
  of: (hours) => hours[name] ?? null,
  was,
})

/** A queue of a shop that refuses what is stale, and to close before it opens; the page holds what it has read. */
function queueOf() {
  const shop = { value: { opens: '09:00', closes: '18:00' } as Hours, version: 0 }
  const recordOf = ({ value, version }: typeof shop): SettingRecord<Hours> => ({
    value,
    version,
    initial: { opens: '09:00' },
    lockedBy: null,
    lastChange: null,
  })
  let held = recordOf(shop)
  const sent: Hours[] = []
  const seen: SaveProgress[] = []
  let lost: 'before it came' | 'after it was stored' | undefined
  const storeElsewhere = (value: Hours) => Object.assign(shop, { value, version: shop.version + 1 })
  const queue = new SaveQueue<Hours>(
    {
      read: () => held,
      readAgain: async () => {
        held = recordOf(shop)
      },
      save: async (value, version) => {
        sent.push(value)
        const where = lost
        lost = undefined
        if (where === 'before it came') throw new TRPCClientError('Failed to fetch')
        if (version !== shop.version) throw refusal(409, 'This setting was changed elsewhere', {}, 'STALE')
        if (value.closes && value.closes <= value.opens) throw refusal(400, 'No', { 'value.closes': 'Too early' })
        storeElsewhere(value)
        if (where) throw new TRPCClientError('Failed to fetch')
        return recordOf(shop)
      },
      undo: () => Promise.reject(new Error('Nothing to undo')),
      asStored: (value) => value,
    },
    {
      onProgress: (progress) => seen.push(progress),
      onSaved: (record) => {
        held = record
      },
    },
  )
  const type = (name: keyof Hours, text: string, was = held.value[name] ?? '') =>
    queue.save((hours) => ({ ...hours, [name]: text }), field(name, was))
  return {
    queue,
    shop,
    sent,
    type,
    storeElsewhere,
    steps: () => seen.map(({ state }) => state.step),
    lose: (where: typeof lost) => {
      lost = where
    },
  }
}

it('has saves follow one another, each on what the one before has left', async () => {
  const { queue, shop, type, steps } = queueOf()
  expect(await Promise.all([type('opens', '08:00'), type('closes', '20:00')])).toEqual([null, null])
  expect(shop).toEqual({ value: { opens: '08:00', closes: '20:00' }, version: 2 })
  expect(new Set(steps())).toEqual(new Set(['saving', 'saved']))
  expect(queue.progress).toMatchObject({ state: { step: 'saved' }, refusals: new Map() })
})

it('keeps a refusal at its field while another is saved, and tries it again after that', async () => {
  const { queue, shop, type } = queueOf()
  expect(await type('opens', '19:00')).toEqual({ path: 'value.closes', message: 'Too early' })
  expect(queue.progress).toMatchObject({
    state: { step: 'failed', message: 'Too early', field: 'opens' },
    refusals: new Map([['opens', 'Too early']]),
  })
  await type('closes', '22:00')
  // The one that is tried again stands in the queue before this.
  await queue.save((hours) => hours)
  expect(shop.value).toEqual({ opens: '19:00', closes: '22:00' })
  expect(queue.progress.refusals).toEqual(new Map())
})

it('does not send what was typed over a field that another device has changed, until the owner says so', async () => {
  const { queue, shop, sent, type, storeElsewhere } = queueOf()
  storeElsewhere({ opens: '07:00', closes: '18:00' })
  await queue.save((hours) => ({ ...hours, closes: '19:00' }), field('closes', '18:00'))
  expect(sent).toEqual([
    { opens: '09:00', closes: '19:00' },
    { opens: '07:00', closes: '19:00' },
  ])
  expect(await type('opens', '08:00', '09:00')).toEqual({ message: settingsCopy.stale })
  expect(sent).toHaveLength(2)
  const { state } = queue.progress
  if (state.step === 'failed') state.retry()
  await queue.save((hours) => hours)
  expect(shop.value).toEqual({ opens: '08:00', closes: '19:00' })
})

it('forgets a refusal whose field is gone', async () => {
  const { queue, type } = queueOf()
  await type('closes', '08:00')
  expect(queue.progress.refusals.size).toBe(1)
  await queue.save(({ opens }) => ({ opens }))
  expect(queue.progress).toMatchObject({ state: { step: 'saved' }, refusals: new Map() })
})

it('saves over what it has stored itself, where the answer was lost', async () => {
  const { queue, shop, type, lose } = queueOf()
  lose('after it was stored')
  expect(await type('opens', '08:00')).toEqual({ message: settingsCopy.noConnection })
  expect(await type('opens', '08:30', '09:00')).toBeNull()
  expect(shop.value.opens).toBe('08:30')
  expect(queue.progress.state.step).toBe('saved')
})

it('sends again at a press of Retry what never reached the shop, and once only', async () => {
  const { queue, shop, sent, type, lose } = queueOf()
  lose('before it came')
  await type('opens', '08:00')
  const { state } = queue.progress
  if (state.step !== 'failed') throw new Error('It did not fail')
  state.retry()
  state.retry()
  await queue.save((hours) => ({ ...hours, closes: '19:00' }))
  expect(shop.value).toEqual({ opens: '08:00', closes: '19:00' })
  expect(sent).toHaveLength(3)
})

it('says nothing of an Undo where there is no change to take back', async () => {
  const { queue, steps } = queueOf()
  queue.undo()
  expect(await queue.save((hours) => hours)).toBeNull()
  expect(steps()).toEqual(['saving', 'saved'])
})
