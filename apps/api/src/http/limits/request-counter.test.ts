import { expect, it } from 'vitest'
import { networkCounter, requestCounter } from './request-counter.ts'

it('lets so many through in a window, says how long the rest has to wait, and begins again', () => {
  let nowMs = 1_000
  const counter = requestCounter({ most: 2, seconds: 10 }, () => nowMs)
  expect([counter.count('a'), counter.count('a')]).toEqual([0, 0])
  nowMs += 4_000
  expect(counter.count('a')).toBe(6_000)
  expect(counter.count('b')).toBe(0)
  nowMs += 6_000
  expect([counter.count('a'), counter.count('a'), counter.count('a')]).toEqual([0, 0, 10_000])
})

it('knows what is used up without counting', () => {
  let nowMs = 0
  const counter = requestCounter({ most: 1, seconds: 10 }, () => nowMs)
  expect([counter.isUsedUp('a'), counter.isUsedUp('a')]).toEqual([0, 0])
  counter.count('a')
  expect(counter.isUsedUp('a')).toBe(10_000)
  nowMs += 10_000
  expect(counter.isUsedUp('a')).toBe(0)
})

it('remembers who keeps asking, however many ask once', () => {
  const counter = requestCounter({ most: 3, seconds: 10 }, () => 0)
  for (let nth = 0; nth < 3; nth++) counter.count('busy')
  for (let nth = 0; nth < 100_000; nth++) {
    counter.count(`once ${nth}`)
    if (nth % 10_000 === 0) expect(counter.count('busy')).toBe(10_000)
  }
  expect(counter.isUsedUp('once 0')).toBe(0)
})

it('counts all networks of a /48 together, ten times as many, and no others', () => {
  const counter = networkCounter({ most: 2, seconds: 10 }, () => 0)
  for (let nth = 0; nth < 20; nth++) expect(counter.count(`2c0f:fe38:1:${nth.toString(16)}`)).toBe(0)
  expect(counter.isUsedUp('2c0f:fe38:1:ff')).toBe(10_000)
  expect(counter.count('2c0f:fe38:1:ff')).toBe(10_000)
  expect(counter.count('2c0f:fe38:2:1')).toBe(0)
  expect(counter.count('41.90.1.2')).toBe(0)
})
