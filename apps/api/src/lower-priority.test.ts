import { execFileSync } from 'node:child_process'
import { expect, it } from 'vitest'
import { lowerPriority } from './lower-priority.ts'

const program = `
  import { spawn } from 'node:child_process'
  import { getPriority } from 'node:os'
  import { lowerPriority } from ${JSON.stringify(new URL('lower-priority.ts', import.meta.url).href)}
  const child = spawn('sleep', ['10'])
  child.once('spawn', () => {
    lowerPriority(child.pid)
    console.log(getPriority(), getPriority(child.pid))
    child.kill()
  })`

const under = (nice: number) =>
  execFileSync('nice', ['-n', `${nice}`, process.execPath, '--input-type=module', '--eval', program], {
    encoding: 'utf8',
  })
    .trim()
    .split(' ')
    .map(Number)

it('puts a process behind the shop, and never before a shop that is itself behind others', () => {
  const [own, child] = under(0)
  expect(child).toBe(Math.max(own ?? 0, 10))
  const [low, childOfLow] = under(15)
  expect(low).toBeGreaterThanOrEqual(15)
  expect(childOfLow).toBe(low)
})

it('does nothing to a process that is gone, or that may not be touched', () => {
  for (const pid of [undefined, 2 ** 22 - 1]) expect(() => lowerPriority(pid)).not.toThrow()
})
