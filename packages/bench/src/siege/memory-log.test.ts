import { expect, it } from 'vitest'
import { growthPerTenMinutes, leastOfEach, peakMiB } from './memory-log.ts'

const MINUTE_MS = 60_000
const samplesOf = (...mebibytes: number[]) =>
  mebibytes.map((mebibytes, nth) => ({ atMs: 5_000 + nth * MINUTE_MS, mebibytes }))

it('finds the least of each whole span, and leaves the one that was cut out', () => {
  const samples = samplesOf(310, 300, 320, 330, 305, 350, 100)
  expect(leastOfEach(samples, 3 * MINUTE_MS).map(({ mebibytes }) => mebibytes)).toEqual([300, 305])
  expect(leastOfEach([], MINUTE_MS)).toEqual([])
})

it('tells how fast memory grows, whatever it does in between', () => {
  expect(growthPerTenMinutes(samplesOf(300, 301, 302))).toBeCloseTo(10)
  expect(growthPerTenMinutes(samplesOf(300, 310, 300))).toBeCloseTo(0)
  expect(growthPerTenMinutes([])).toBeNaN()
})

it('tells the most between two moments', () => {
  const samples = samplesOf(300, 500, 310)
  expect(peakMiB(samples, 0, 2 * MINUTE_MS)).toBe(500)
  expect(peakMiB(samples, 2 * MINUTE_MS, 3 * MINUTE_MS)).toBe(310)
})
