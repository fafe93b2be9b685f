import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
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

/** `npm start` of this program in a terminal, which hangs up at the end; answers what the program has written by then. */
async function inTerminal(
  start: string,
  end: (folder: string, terminal: ChildProcess) => Promise<void>,
): Promise<string> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'marashi-terminal-'))
  const file = path.join(folder, 'written')
  const written = () => (existsSync(file) ? readFileSync(file, 'utf8') : '')
  const program = `const write = (line) => require('fs').appendFileSync(${JSON.stringify(file)}, line + ' ')
    process.on('SIGTERM', () => { write('ended in order'); process.exit() })
    process.on('SIGHUP', () => process.emit('SIGTERM')); process.on('SIGINT', () => process.emit('SIGTERM'))
    write('at work ' + process.pid); setInterval(() => write('.'), 100)`
  const module = JSON.stringify(new URL('./child.mjs', import.meta.url).href)
  writeFileSync(path.join(folder, 'program.cjs'), program)
  writeFileSync(
    path.join(folder, 'start.mjs'),
    `import { serve } from ${module}
    process.exitCode = await serve(process.execPath, [${JSON.stringify(path.join(folder, 'program.cjs'))}], { env: process.env, isTied: true })`,
  )
  writeFileSync(path.join(folder, 'package.json'), '{ "scripts": { "start": "node start.mjs" } }')
  const terminal = spawn('script', ['-qec', start, '/dev/null'], { cwd: folder, stdio: ['pipe', 'ignore', 'ignore'] })
  started.push(terminal)
  try {
    await expect.poll(written, { timeout: 15_000 }).toContain('at work')
    await end(folder, terminal)
    await sleep(2_500)
    return written()
  } finally {
    const [, pid] = /at work (\d+)/.exec(written()) ?? []
    if (pid && !written().includes('ended')) process.kill(Number(pid), 'SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  }
}

const hangUp = async (_folder: string, terminal: ChildProcess) => void terminal.kill('SIGKILL')

describe.skipIf(spawnSync('script', ['--version']).status !== 0)(
  'in a terminal, `npm start`',
  { timeout: 30_000 },
  () => {
    it('goes on under nohup when the terminal hangs up, and ends in order at SIGTERM', async () => {
      const start = 'nohup npm start > out 2>&1 & sleep 60'
      const written = await inTerminal(start, async (folder, terminal) => {
        await hangUp(folder, terminal)
        await sleep(2_500)
      })
      expect(written).not.toContain('ended')
      expect(written.slice(-20)).toMatch(/^[. ]+$/)
      const stopped = await inTerminal('nohup npm start > out 2>&1 & echo $! > pid; sleep 60', async (folder) => {
        process.kill(Number(readFileSync(path.join(folder, 'pid'), 'utf8')), 'SIGTERM')
      })
      expect(stopped).toContain('ended in order')
    })

    it('ends in order when the terminal is closed, or Ctrl+C is pressed', async () => {
      expect(await inTerminal('npm start', hangUp)).toContain('ended in order')
      const interrupt = async (_folder: string, terminal: ChildProcess) => void terminal.stdin?.write('\u0003')
      expect(await inTerminal('npm start', interrupt)).toContain('ended in order')
    })
  },
)

function serve(code: string, { shell = false, command = process.execPath } = {}) {
  const module = JSON.stringify(new URL('./child.mjs', import.meta.url).href)
  const script = `const { serve } = await import(${module})
    process.exitCode = await serve(${JSON.stringify(command)}, ['--eval', ${JSON.stringify(code)}], { env: process.env, isTied: true })`
  const parameters = ['--input-type=module', '--eval', script]
  const options = { env: { ...process.env, npm_lifecycle_event: 'start' }, stdio: 'pipe' as const, detached: true }
  // Without the terminal that the tests were started in. The second command keeps the shell from becoming the first one, as it would without it.
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
