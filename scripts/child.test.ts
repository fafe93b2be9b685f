import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, describe, expect, it } from 'vitest'

const started: ChildProcess[] = []
afterEach(() => {
  for (const each of started.splice(0)) each.kill('SIGKILL')
})

/** A program that needs a moment to end in order, like the shop. */
const orderly = `process.on('SIGTERM', () => setTimeout(() => { console.log('ended in order'); process.exit(7) }, 50))
  process.on('SIGHUP', () => process.emit('SIGTERM'))
  process.on('disconnect', () => process.emit('SIGTERM'))
  console.log('at work'); setInterval(() => {}, 1000)`

describe('a command run for npm', () => {
  it.each(['SIGTERM', 'SIGHUP'] as const)('receives %s, and is waited for', async (signal) => {
    const served = serve(orderly)
    await served.prints('at work')
    served.process.kill(signal)
    await served.prints('ended in order')
    expect(await served.exitCode()).toBe(7)
  })

  it('ends when the shell that npm put between is gone', async () => {
    const served = serve(orderly, { shell: true })
    await served.prints('at work')
    served.process.kill('SIGKILL')
    await served.prints('ended in order')
  })

  it('does not stay behind when we are killed', async () => {
    const served = serve(orderly)
    await served.prints('at work')
    served.process.kill('SIGKILL')
    await served.prints('ended in order')
  })

  it('passes its exit code on, and a signal as a shell does', async () => {
    expect(await serve('process.exitCode = 3').exitCode()).toBe(3)
    expect(await serve(`process.kill(process.pid, 'SIGKILL')`).exitCode()).toBe(128 + 9)
  })

  it('fails with a message that names it when it does not exist', async () => {
    const served = serve('', { command: 'no-such-command' })
    await served.prints('no-such-command could not be run')
  })
})

function serve(code: string, { shell = false, command = process.execPath } = {}) {
  const module = JSON.stringify(new URL('./child.mjs', import.meta.url).href)
  const script = `const { serve } = await import(${module})
    process.exitCode = await serve(${JSON.stringify(command)}, ['--eval', ${JSON.stringify(code)}], { env: process.env, isTied: true })`
  const parameters = ['--input-type=module', '--eval', script]
  const options = { env: { ...process.env, npm_lifecycle_event: 'start' }, stdio: 'pipe' as const }
  // The second command keeps the shell from becoming the first one, as it would without it.
  const child = shell
    ? spawn('sh', ['-c', '"$0" "$@"; exit', process.execPath, ...parameters], options)
    : spawn(process.execPath, parameters, options)
  started.push(child)
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => (output += part))
  return {
    process: child,
    exitCode: async () => child.exitCode ?? (await once(child, 'exit'))[0],
    async prints(words: string) {
      for (let i = 0; i < 200 && !output.includes(words); i++) await sleep(25)
      expect(output).toContain(words)
    },
  }
}
