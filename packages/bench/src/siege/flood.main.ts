import { once } from 'node:events'
import autocannon from 'autocannon'
import { type Answers, count } from './answers.ts'
import type { Flooded, FloodOptions } from './flood.ts'
import { floodRequests } from './flood-requests.ts'
import { networkAddress } from './networks.ts'

/** The process of one flood: its parent sends what to do and receives what came of it. */
const [options] = (await once(process, 'message')) as [FloodOptions]
const requestOf = floodRequests(options.kind, options.productIds)
const served = new Map<number, number>()
const answers: Answers = {}
let nth = options.firstNth ?? 0

const flood: autocannon.Options = {
  url: options.origin,
  connections: options.connections ?? 16,
  timeout: 30,
  ...(options.requests ? { amount: options.requests } : { duration: options.seconds ?? 10 }),
  ...(options.perSecond && { overallRate: options.perSecond }),
  requests: [
    {
      setupRequest: (request, context: { network?: number }) => {
        const network = nth % options.networks
        context.network = network
        const made = requestOf(nth++)
        const headers = { 'accept-encoding': 'br', 'x-forwarded-for': networkAddress(network), ...made.headers }
        return { ...request, ...made, headers }
      },
      onResponse: (status, _body, context: { network?: number }) => {
        count(answers, status)
        if (status === 429 || status === 503 || context.network === undefined) return
        served.set(context.network, (served.get(context.network) ?? 0) + 1)
      },
    },
  ],
}
const result = await new Promise<autocannon.Result>((resolve, reject) => {
  const running = autocannon(flood, (error, ended) => (error ? reject(error) : resolve(ended)))
  // With a number of requests, autocannon knows no end in time.
  if (options.seconds !== undefined) setTimeout(() => running.stop(), options.seconds * 1_000).unref()
})
if (result.errors > 0) count(answers, 'none', result.errors)
const flooded: Flooded = {
  answers,
  perSecond: result.requests.average,
  p50Ms: result.latency.p50,
  p99Ms: result.latency.p99,
  mostServed: Math.max(0, ...served.values()),
}
process.send?.(flooded, () => process.disconnect?.())
