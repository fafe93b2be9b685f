import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { ShopError } from '../../shop-error.ts'
import type { ResponseCache } from '../cache/response-cache.ts'

/** Numbers by the name of their metric, read when somebody asks for the metrics. */
export interface MetricSource {
  /** Name and help of each number, in the manner of Prometheus: `marashi_payments_open`. */
  names: Record<string, string>
  /** What each name has several numbers of, as `pool`; without it each has one. */
  label?: string
  /** What is left out has no number now. */
  read(): Promise<Numbers>
}

type Numbers = Record<string, number | null | Record<string, number | null>>

interface MetricsOptions {
  /** Who knows it may read the metrics. */
  token: string
  cache: ResponseCache
  sources: readonly MetricSource[]
}

const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]

/**
 * `GET /metrics` for Prometheus, behind a token: requests by route, the process, the response cache and what `sources`
 * know. Registered only where a token is set, so that a shop without one pays nothing for it.
 */
export const metricsPlugin = fp(async (app: FastifyInstance, { token, cache, sources }: MetricsOptions) => {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const requests = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the arrival of a request to the end of its answer, cached answers excepted',
    labelNames: ['method', 'route', 'status'],
    buckets: SECONDS,
    registers: [registry],
  })
  app.addHook('onResponse', async (request, reply) => {
    const { method, routeOptions } = request
    const labels = { method, route: routeOptions.url ?? 'none', status: `${Math.floor(reply.statusCode / 100)}xx` }
    requests.observe(labels, reply.elapsedTime / 1_000)
  })
  const gauge = (
    name: string,
    help: string,
    { label, read }: { label?: string | undefined; read?: () => number } = {},
  ) =>
    new Gauge({
      name,
      help,
      labelNames: label === undefined ? [] : [label],
      registers: [registry],
      ...(read && {
        collect() {
          this.set(read())
        },
      }),
    })
  gauge('marashi_cache_responses', 'Responses that are cached now', { read: () => cache.count })
  gauge('marashi_cache_bytes', 'Bytes that the cached responses take', { read: () => cache.bytes })
  gauge('marashi_cache_is_listening', '1 while changes of the catalogue are heard', {
    read: () => Number(cache.isListening),
  })
  const isUp = gauge('marashi_database_is_up', '1 while the database answers')
  const read = sources.map(({ names, label, read }) => ({
    label,
    read,
    gauges: new Map(Object.entries(names).map(([name, help]) => [name, gauge(name, help, { label })])),
  }))

  app.get('/metrics', { logLevel: 'silent' }, async (request, reply) => {
    if (!isSame(request.headers.authorization ?? '', `Bearer ${token}`)) {
      throw new ShopError('UNAUTHORIZED', 'The metrics need the token of METRICS_TOKEN.')
    }
    // Without the database the process still says how it is.
    const outcomes = await Promise.allSettled(
      read.map(async ({ label, read, gauges }) => {
        const numbers = new Map(Object.entries(await read()))
        // A gauge keeps its number until it is given another: what has none any more would ring an alert for ever.
        for (const [name, gauge] of gauges) set(gauge, { label, value: numbers.get(name) ?? (label ? {} : null) })
      }),
    )
    isUp.set(Number(outcomes.every(({ status }) => status === 'fulfilled')))
    return reply.type(registry.contentType).send(await registry.metrics())
  })
})

function set(gauge: Gauge, { label = '', value }: { label: string | undefined; value: Numbers[string] }): void {
  if (value === null || typeof value === 'number') gauge.set(value ?? Number.NaN)
  else {
    // What is no longer there has no number.
    gauge.reset()
    for (const [which, number] of Object.entries(value)) gauge.set({ [label]: which }, number ?? Number.NaN)
  }
}

const digestOf = (text: string) => createHash('sha256').update(text).digest()
const isSame = (given: string, expected: string) => timingSafeEqual(digestOf(given), digestOf(expected))
