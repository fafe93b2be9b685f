import type { FastifyInstance, RouteHandlerMethod } from 'fastify'
import type { Work } from '../core/answer.ts'
import type { ReplyPlan } from '../core/reply-plan.ts'
import type { Script } from '../core/script.ts'
import type { Daraja } from './daraja.ts'

/** Daraja's list of payments: docs/gateways/mpesa.md#list-of-payments. */
export function pullRoutes(
  app: FastifyInstance,
  { pull, tokens }: Daraja,
  handler: (script: Script<ReplyPlan>, work: Work) => RouteHandlerMethod,
): void {
  const answering = (answer: (body: unknown) => Record<string, unknown>) =>
    handler(pull.scripts.pull, ({ headers, body }) => {
      tokens.check(headers.authorization)
      return { status: 200, body: answer(body) }
    })
  app.post(
    '/pulltransactions/v1/register',
    answering((body) => pull.register(body)),
  )
  app.post(
    '/pulltransactions/v1/query',
    answering((body) => pull.list(body)),
  )
}
