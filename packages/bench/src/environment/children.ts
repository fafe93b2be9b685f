import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import net from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

const TIME_LIMIT_MS = 180_000 // a first start draws its pictures
/** Above 10,080, the last of the ports that `fetch` refuses to ask (https://fetch.spec.whatwg.org/#port-blocking). */
const FIRST_PORT = 11_000

export interface Child {
  origin: string
  /** Processor seconds the process has used so far; NaN where the system does not report it. */
  processorSeconds(): number
  /** The most memory the process has held so far, in MiB; undefined where the system does not report it. */
  peakMemoryMiB(): number | undefined
  /** The memory that the process holds now; undefined where the system does not report it. */
  memoryMiB(): number | undefined
  /** The end of its log, and how the process ended if it has. */
  lastOutput(): string
  stop(): Promise<void>
  /** Ends it as a power cut would. */
  kill(): void
}

interface Program {
  module: string
  /** Its whole environment besides PORT. */
  env: (address: { port: number; origin: string }) => Record<string, string>
  /** Answers with success as soon as the program may be loaded. */
  readyPath: string
  nodeOptions?: string[]
  /** What it reads from standard input: an environment has room for little. */
  input?: string
}

/** Starts a Node program on a free port and waits until it is ready. Throws with its log when it ends before. */
export async function startChild({ module, env, readyPath, nodeOptions = [], input }: Program): Promise<Child> {
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  const child = spawn(process.execPath, [...nodeOptions, module], {
    env: { ...neededBySystem(), ...env({ port, origin }), PORT: String(port) },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  // A program that ends before it has read everything is told of below, with its log.
  child.stdin.on('error', () => undefined).end(input)
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output = (output + text).slice(-4_000)
    })
  }
  try {
    await whenReady(child, origin + readyPath, TIME_LIMIT_MS)
  } catch (cause) {
    await stopProcess(child)
    throw new Error(`${module} did not become ready. The end of its log:\n${output}`, { cause })
  }
  return {
    origin,
    processorSeconds: () => processorSeconds(child.pid as number),
    peakMemoryMiB: () => peakMemoryMiB(child.pid as number),
    memoryMiB: () => memoryMiB(child.pid as number),
    lastOutput: () => (hasEnded(child) ? `${output}\nIt ended with ${child.signalCode ?? child.exitCode}.` : output),
    stop: () => stopProcess(child),
    kill: () => void child.kill('SIGKILL'),
  }
}

// Each process begins elsewhere: between looking and listening another one could take the port.
let lastPort = FIRST_PORT + (process.pid % 500) * 20 - 1

/** A port of 127.0.0.1 that nobody listens on, and that was not given before. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = ++lastPort
    const server = net.createServer()
    try {
      server.listen(port, '127.0.0.1')
      await once(server, 'listening')
      return port
    } catch {
      // Taken; the next one may be free.
    } finally {
      server.close()
    }
  }
}

/** What Node itself needs. The rest of the environment stays out: it would make runs differ. */
function neededBySystem(): Record<string, string> {
  const names = ['PATH', 'HOME', 'TMPDIR', 'SystemRoot', 'TEMP']
  return Object.fromEntries(names.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])))
}

/** Waits until `url` answers with success. Throws when the process ends before, or `timeLimitMs` are over. */
export async function whenReady(child: ChildProcess, url: string, timeLimitMs: number): Promise<void> {
  for (const deadline = Date.now() + timeLimitMs; Date.now() < deadline; await sleep(50)) {
    if (hasEnded(child)) throw new Error('it ended')
    const answer = await fetch(url).catch(() => undefined)
    if (answer?.ok) return
  }
  throw new Error(`it was not ready within ${timeLimitMs / 1000} s`)
}

const hasEnded = ({ exitCode, signalCode }: ChildProcess): boolean => exitCode !== null || signalCode !== null

/** Asks the process to end and waits until it has; one that does not within 15 seconds is killed. */
export async function stopProcess(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || hasEnded(child)) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  const killing = setTimeout(() => child.kill('SIGKILL'), 15_000)
  await ended
  clearTimeout(killing)
}

const TICKS_PER_SECOND = 100

/** Processor seconds that the process has used so far; NaN where the system does not report it. */
export function processorSeconds(pid: number): number {
  try {
    // The program's name, in brackets, may hold spaces; user and system time are the 12th and 13th field after it.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
    return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND
  } catch {
    return Number.NaN
  }
}

/** The most memory that the process ever held; undefined where the system does not report it. */
export const peakMemoryMiB = (pid: number): number | undefined => statusMiB(pid, /^VmHWM:\s+(\d+) kB/m)

/** The memory that the process holds now; undefined where the system does not report it. */
export const memoryMiB = (pid: number): number | undefined => statusMiB(pid, /^VmRSS:\s+(\d+) kB/m)

function statusMiB(pid: number, line: RegExp): number | undefined {
  try {
    const [, kibibytes] = line.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
    return kibibytes === undefined ? undefined : Number(kibibytes) / 1024
  } catch {
    return undefined
  }
}
