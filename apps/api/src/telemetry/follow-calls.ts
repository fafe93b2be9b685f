import diagnostics from 'node:diagnostics_channel'
import type { ClientRequest } from 'node:http'
import { isIPv6 } from 'node:net'
import { context, type Span, SpanKind, SpanStatusCode, type Tracer, trace } from '@opentelemetry/api'

interface Call {
  origin: string
  method: string
  path: string
}

/**
 * Follows calls of gateways and stores, made by `fetch` or by `node:http`, as Node itself reports them. Names the host and
 * the path without ids and query. Answers how to stop.
 */
export function followCalls(tracer: Tracer): () => void {
  const spans = new WeakMap<object, Span>()
  const begin = (key: object, { origin, method, path }: Call): void => {
    // What nobody asked for is the exporter's own.
    if (!trace.getSpan(context.active())) return
    const { hostname } = new URL(origin)
    const attributes = {
      'http.request.method': method,
      'server.address': hostname,
      'url.path': withoutIds(path),
    }
    spans.set(key, tracer.startSpan(`${method} ${hostname}`, { kind: SpanKind.CLIENT, attributes }))
  }
  const end = (key: object, status?: number): void => {
    const span = spans.get(key)
    if (status !== undefined) span?.setAttribute('http.response.status_code', status)
    if (status === undefined || status >= 500) span?.setStatus({ code: SpanStatusCode.ERROR })
    span?.end()
    spans.delete(key)
  }
  const listeners: [name: string, listen: (message: unknown) => void][] = [
    ['undici:request:create', (message) => begin(requestOf(message), requestOf(message) as Call)],
    ['undici:request:headers', (message) => end(requestOf(message), statusOf(message))],
    ['undici:request:error', (message) => end(requestOf(message))],
    ['http.client.request.start', (message) => begin(requestOf(message), callOf(requestOf(message) as ClientRequest))],
    ['http.client.response.finish', (message) => end(requestOf(message), statusOf(message))],
    ['http.client.request.error', (message) => end(requestOf(message))],
  ]
  for (const [name, listen] of listeners) diagnostics.subscribe(name, listen)
  return () => {
    for (const [name, listen] of listeners) diagnostics.unsubscribe(name, listen)
  }
}

const requestOf = (message: unknown): object => (message as { request: object }).request
const statusOf = (message: unknown): number | undefined =>
  (message as { response: { statusCode?: number } }).response.statusCode

const callOf = (request: ClientRequest): Call => ({
  origin: `${request.protocol}//${isIPv6(request.host) ? `[${request.host}]` : request.host}`,
  method: request.method,
  path: request.path,
})

/** Parts of a path that name one thing hold a digit, but for the version of an API. */
export const withoutIds = (path: string): string =>
  (path.split('?', 1)[0] ?? '').replaceAll(/(?<=\/)(?!v\d+(?:\/|$))[^/]*\d[^/]*/g, ':id')
