import { observeStatements } from '@marashi/postgres/connection'
import { context, SpanStatusCode, type Tracer, trace } from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace'
import type { Tracing } from '../http/tracing.ts'
import { shopVersion } from '../shop-version.ts'
import { followCalls } from './follow-calls.ts'
import { followRequests } from './follow-requests.ts'
import { followStatement } from './follow-statements.ts'

export interface TraceReceiver {
  /** Where traces are collected: `/v1/traces` is added. */
  url: string
  /** "name=value,name=value", sent with each batch. */
  headers?: string | undefined
}

/**
 * Sends traces in OpenTelemetry's protocol: requests, procedures, statements, calls of gateways, jobs. Only main imports
 * this, and only where a receiver is set. Connections to the database count from here on.
 */
export function startTracing({ url, headers = '' }: TraceReceiver): Tracing & { stop: () => Promise<void> } {
  const exporter = new OTLPTraceExporter({ url: `${url.replace(/\/+$/, '')}/v1/traces`, headers: headersOf(headers) })
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'marashi', 'service.version': shopVersion }),
    spanProcessors: [new BatchSpanProcessor({ exporter })],
  })
  const contexts = new AsyncLocalStorageContextManager().enable()
  context.setGlobalContextManager(contexts)
  const tracer = provider.getTracer('marashi', shopVersion)
  const ends = [followCalls(tracer), observeStatements((text) => followStatement(tracer, text))]
  return {
    span: (name, work) => spanAround(tracer, name, work),
    followRequests: (app) => followRequests(tracer, app),
    async stop() {
      for (const end of ends) end()
      await provider.shutdown()
      context.disable()
    },
  }
}

async function spanAround<Answer>(tracer: Tracer, name: string, work: () => Promise<Answer>): Promise<Answer> {
  const span = tracer.startSpan(name)
  try {
    return await context.with(trace.setSpan(context.active(), span), work)
  } catch (error) {
    // A message may hold what a shopper typed.
    span.setStatus({ code: SpanStatusCode.ERROR })
    throw error
  } finally {
    span.end()
  }
}

const headersOf = (text: string): Record<string, string> =>
  Object.fromEntries(
    text.split(',').flatMap((part) => {
      const [name = '', ...value] = part.split('=')
      return value.length > 0 ? [[name.trim(), decodeURIComponent(value.join('=').trim())]] : []
    }),
  )
