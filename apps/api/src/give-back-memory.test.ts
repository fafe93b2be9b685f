import { execFileSync } from 'node:child_process'
import { expect, it } from 'vitest'

/** Fills pages of which a quarter stays in use, evenly spread, and tells what the process holds before and after, in MiB. */
const program = `
  import { giveBackMemory } from ${JSON.stringify(new URL('give-back-memory.ts', import.meta.url).href)}
  const heldMiB = () => process.memoryUsage.rss() / 2 ** 20
  let all = Array.from({ length: 1_000_000 }, (_, nth) => ({ nth, text: [nth] }))
  globalThis.used = all.filter((_, nth) => nth % 4 === 0)
  all = undefined
  const before = heldMiB()
  const end = giveBackMemory({ everyMs: 300 })
  setTimeout(() => {
    end()
    console.log(before, heldMiB(), globalThis.used.length)
  }, 1_500)`

const run = (...flags: string[]) =>
  execFileSync(process.execPath, [...flags, '--input-type=module', '--eval', program], { encoding: 'utf8' })
    .trim()
    .split(' ')
    .map(Number) as [number, number, number]

it('gives back pages that are half empty, and nothing that is in use', () => {
  const [before, after, used] = run('--expose-gc')
  expect(after).toBeLessThan(before * 0.75)
  expect(used).toBe(250_000)
})

it('does nothing where Node was started without its flag', () => {
  const [before, after] = run()
  expect(after).toBeGreaterThan(before * 0.75)
})
