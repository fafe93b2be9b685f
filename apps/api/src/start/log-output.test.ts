import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, openSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import { expect, it } from 'vitest'

const LINES = 20_000
const openLog = new URL('open-log.ts', import.meta.url).href
const program = `
  import { setTimeout as sleep } from 'node:timers/promises'
  import { openLog } from '${openLog}'
  const { log, flushed } = openLog({ LOG_FORMAT: 'json', LOG_LEVEL: 'info' }, { isTerminal: false })
  process.on('message', async (lines) => {
    for (let nth = 0; nth < lines; nth++) log.info({ nth }, 'a line of some length that says what has happened')
    await sleep(50)
    process.send('goes on')
  })
  process.once('disconnect', async () => {
    log.info('the end')
    await flushed()
    process.exit(0)
  })
`

/** A program that logs as many lines as it is sent, and answers when it has. */
const start = (stdout: 'pipe' | number): ChildProcess =>
  spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: ['ignore', stdout, 'inherit', 'ipc'] })

async function logs(child: ChildProcess, lines: number): Promise<unknown> {
  const answer = once(child, 'message')
  child.send(lines)
  return (await Promise.race([answer, once(child, 'exit').then(() => ['has ended'])]))[0]
}

async function exitOf(child: ChildProcess): Promise<unknown> {
  const exit = once(child, 'exit')
  child.disconnect()
  return (await exit)[0]
}

it('goes on while nobody reads its log, and says later how many lines it dropped', async () => {
  const child = start('pipe')
  expect(await logs(child, LINES)).toBe('goes on')
  expect(await logs(child, 1)).toBe('goes on')
  if (!child.stdout) throw new Error('no pipe')
  const read = text(child.stdout)
  await expect.poll(() => logs(child, 0)).toBe('goes on')
  expect(await exitOf(child)).toBe(0)
  const lines: { msg: string; lines?: number }[] = (await read)
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  const said = lines.find(({ msg }) => msg.startsWith('lines of the log were dropped'))
  expect(lines.filter(({ msg }) => msg.startsWith('a line')).length + (said?.lines ?? 0)).toBe(LINES + 1)
  expect(lines.at(-1)?.msg).toBe('the end')
})

it('writes every line in its order to a reader that keeps up', async () => {
  const child = start('pipe')
  if (!child.stdout) throw new Error('no pipe')
  const read = text(child.stdout)
  expect(await logs(child, 1_000)).toBe('goes on')
  expect(await exitOf(child)).toBe(0)
  const lines = (await read).trim().split('\n')
  expect(lines.slice(0, -1).map((line) => JSON.parse(line).nth)).toEqual([...Array(1_000).keys()])
})

it.skipIf(!existsSync('/dev/full'))('goes on and ends where the disk of its log is full', async () => {
  const child = start(openSync('/dev/full', 'w'))
  expect(await logs(child, LINES)).toBe('goes on')
  expect(await exitOf(child)).toBe(0)
})

it('goes on when whoever read its log is gone', async () => {
  const child = start('pipe')
  child.stdout?.destroy()
  expect(await logs(child, LINES)).toBe('goes on')
  expect(await exitOf(child)).toBe(0)
})
