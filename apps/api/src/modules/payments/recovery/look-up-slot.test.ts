import { cloneDatabase } from '@marashi/postgres/test-databases'
import { expect, inject, it } from 'vitest'
import { openDatabase } from '../../../db/open-database.ts'
import type { Context } from '../../../http/context.ts'
import { pauseLookUps, takeSlot } from './look-up-slot.ts'

const PROCESSES = 3
const LIMIT = { betweenLookUpsMs: 12_000, afterBusyMs: 60_000, shopperWaitsMs: 0 }

/** Processes of one shop, each with connections of its own and a clock that differs a little. */
async function openProcesses() {
  const { url, drop } = await cloneDatabase(inject('databaseTemplate'))
  const orms = await Promise.all(Array.from({ length: PROCESSES }, () => openDatabase(url, { poolSize: 4 })))
  const contextAt = (nth: number, ms: number) =>
    ({ em: orms[nth]?.em.fork(), clock: () => new Date(Date.UTC(2026, 0, 1) + ms + nth) }) as Context
  return {
    /** Every process asks for ten slots at once; how many were given out. */
    async takeAll(ms: number): Promise<number> {
      const asked = orms.flatMap((_, nth) =>
        Array.from({ length: 10 }, () => takeSlot(contextAt(nth, ms), 'mpesa', LIMIT)),
      )
      return (await Promise.all(asked)).filter((slot) => 'taken' in slot).length
    },
    pause: (nth: number, ms: number) => pauseLookUps(contextAt(nth, ms), 'mpesa', LIMIT),
    async [Symbol.asyncDispose]() {
      for (const orm of orms) await orm.close()
      await drop()
    },
  }
}

it('gives all processes together one question every twelve seconds', async () => {
  await using shop = await openProcesses()
  const given: number[] = []
  for (let ms = 0; ms < 120_000; ms += 3_000) given.push(await shop.takeAll(ms))
  expect(given.reduce((sum, count) => sum + count)).toBe(10)
  expect(Math.max(...given)).toBe(1)
})

it('lets none of them ask for a minute after the gateway told one that it is asked too often', async () => {
  await using shop = await openProcesses()
  expect(await shop.takeAll(0)).toBe(1)
  await shop.pause(2, 1_000)
  expect([await shop.takeAll(13_000), await shop.takeAll(60_000), await shop.takeAll(61_100)]).toEqual([0, 0, 1])
})
