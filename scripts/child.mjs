import { spawn } from 'node:child_process'
import { closeSync, openSync, readFileSync } from 'node:fs'
import { constants } from 'node:os'
import path from 'node:path'
import process from 'node:process'
import { isatty } from 'node:tty'
import { fileURLToPath } from 'node:url'
import { UsageError } from './log.mjs'

export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..')

/**
 * Whether what we run outlives the terminal that we were started in, as under nohup. Node takes back that nohup has hang-ups
 * ignored, so the streams tell: nohup leaves none of them at the terminal.
 */
const outlivesTerminal = hasTerminal() && ![0, 1, 2].some((stream) => isatty(stream))

function hasTerminal() {
  try {
    closeSync(openSync('/dev/tty', 'r'))
    return true
  } catch {
    return false
  }
}

/**
 * Runs a command in the project's folder until it ends, passing on every signal to stop.
 * Resolves with its exit code; 128 plus the signal's number when a signal ended it, as in a shell.
 *
 * `isTied` gives a Node program a channel that closes when we end, however we end: its `disconnect` event. Only for
 * programs that are Node themselves: another would pass the channel's number on to children that do not have it.
 */
export function serve(command, parameters, { env, cwd = root, isTied = false }) {
  return new Promise((resolve, reject) => {
    const shell = process.platform === 'win32'
    const stdio = isTied && !shell ? ['inherit', 'inherit', 'inherit', 'ipc'] : 'inherit'
    // In a session of its own it hears of no hang-up; other signals are passed on.
    const child = spawn(command, parameters, { cwd, env, shell, stdio, detached: outlivesTerminal })
    const stopPassing = passOnSignals(child)
    child.once('error', (error) => {
      stopPassing()
      reject(new UsageError(`${command} could not be run: ${error.message}`))
    })
    child.once('exit', (code, signal) => {
      stopPassing()
      resolve(signal ? 128 + constants.signals[signal] : code)
    })
  })
}

/** Runs a command that has to succeed before the next one; throws a UsageError that begins with `failure`. */
export async function runStep(command, parameters, { failure, ...options }) {
  const code = await serve(command, parameters, options)
  if (code !== 0) throw new UsageError(code > 128 ? 'Stopped.' : `${failure} The reason is above.`, code)
}

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']
const WATCH_EVERY_MS = 250

function passOnSignals(child) {
  const pass = (signal) => {
    // In a terminal Ctrl-C reaches the child as well; a second one would cut its orderly end short.
    if (signal === 'SIGINT' && process.stdin.isTTY) return
    if (signal === 'SIGHUP' && outlivesTerminal) outliveParents()
    else child.kill(signal)
  }
  for (const signal of signals) process.on(signal, pass)
  // npm passes SIGTERM to the shell between npm and this process; that shell dies without passing it on. A killed npm passes nothing.
  let parents = npmAndShell()
  let misses = 0
  const watch = setInterval(() => {
    misses = npmAndShell() === parents ? 0 : misses + 1
    // The hang-up that ended them may reach us a moment later.
    if (misses < (outlivesTerminal ? 4 : 1)) return
    clearInterval(watch)
    child.kill('SIGTERM')
  }, WATCH_EVERY_MS)
  // A hang-up ends npm and the shell, and they are no reason to end.
  function outliveParents() {
    setTimeout(() => {
      parents = npmAndShell()
    }, 2 * WATCH_EVERY_MS).unref()
  }
  return () => {
    clearInterval(watch)
    for (const signal of signals) process.off(signal, pass)
  }
}

/** The shell and the npm that run this process, as text that changes when one of them ends; constant without npm. */
function npmAndShell() {
  if (!process.env.npm_lifecycle_event) return ''
  try {
    const shell = readFileSync(`/proc/${process.ppid}/status`, 'utf8')
    return `${process.ppid} ${/^PPid:\s+(\d+)/m.exec(shell)?.[1]}`
  } catch {
    return `${process.ppid}`
  }
}
