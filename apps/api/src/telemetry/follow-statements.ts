import { context, SpanKind, SpanStatusCode, type Tracer, trace } from '@opentelemetry/api'

/** Followed as a step of a request or a job; what polls the job queue is none. Answers what to call at the end. */
export function followStatement(tracer: Tracer, text: string): ((failure?: unknown) => void) | undefined {
  if (!trace.getSpan(context.active())) return undefined
  const [operation = 'statement'] = text.trimStart().split(/\s/, 1)
  const span = tracer.startSpan(operation.toLowerCase(), {
    kind: SpanKind.CLIENT,
    attributes: { 'db.system.name': 'postgresql', 'db.query.text': withoutValues(text) },
  })
  return (failure) => {
    if (failure) {
      const { code } = failure as { code?: unknown }
      span.setStatus({ code: SpanStatusCode.ERROR })
      if (typeof code === 'string') span.setAttribute('db.response.status_code', code)
    }
    span.end()
  }
}

/** Values are bound to most statements; of those that hold them in their text they are taken out. */
export const withoutValues = (text: string): string =>
  text.replaceAll(/'(?:[^']|'')*'/g, '?').replaceAll(/(?<![\w$.])\d+(?:\.\d+)?\b/g, '?')
