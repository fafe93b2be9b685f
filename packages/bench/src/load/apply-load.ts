import autocannon from 'autocannon'
import type { Child } from '../environment/children.ts'

/** Connections that ask at once, each for its next answer as soon as it has one. */
const CONNECTIONS = 8

export interface Load {
  /** Who is asked. */
  child: Child
  /** Addresses to ask for in turn, or a function that names the next one. */
  paths: readonly string[] | (() => string)
  /** Whole seconds; the load generator counts by the second. */
  seconds: number
  headers?: Record<string, string>
}

/** What one stretch of load saw. */
export interface Stretch {
  perSecond: number
  p50Ms: number
  p99Ms: number
  /** Processor time that the asked process spent on each answer, its helper threads included; NaN if the system is mute. */
  processorMs: number
}

/** Asks as fast as answers come. Throws when any answer is not a success: a figure with failures in it is no figure. */
export function applyLoad({ child, paths, seconds, headers = {} }: Load): Promise<Stretch> {
  const requests: autocannon.Request[] =
    typeof paths === 'function'
      ? [{ setupRequest: (request) => ({ ...request, path: paths() }) }]
      : paths.map((path) => ({ path }))
  return runLoad(child, { requests, duration: seconds, headers })
}

/** The same for requests of any making. */
export async function runLoad(child: Child, options: Omit<autocannon.Options, 'url'>): Promise<Stretch> {
  const before = child.processorSeconds()
  const result = await autocannon({ connections: CONNECTIONS, timeout: 10, ...options, url: child.origin })
  const usedSeconds = child.processorSeconds() - before
  const answers = result['2xx']
  if (result.errors > 0 || result.non2xx > 0 || answers === 0) {
    const statuses = JSON.stringify(result.statusCodeStats ?? {})
    throw new Error(
      `${child.origin}: ${result.errors} failed connections, answers by status ${statuses}\n${child.lastOutput()}`,
    )
  }
  return {
    perSecond: answers / result.duration,
    p50Ms: result.latency.p50,
    p99Ms: result.latency.p99,
    processorMs: (usedSeconds / answers) * 1_000,
  }
}
