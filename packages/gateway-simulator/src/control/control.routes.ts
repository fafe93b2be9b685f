import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { Refusal } from '../core/answer.ts'
import { resultCode } from '../daraja/plans.ts'
import type { Control } from './control.ts'
import { pointNames } from './points.ts'
import { stripeControlRoutes } from './stripe-control.routes.ts'

const weighted = z.strictObject({ weight: z.number().positive(), do: z.unknown() })
const bodies = {
  direction: z.strictObject({ next: z.array(z.unknown()).optional(), usually: z.array(weighted).optional() }),
  answer: z.strictObject({ code: resultCode }),
  clock: z.strictObject({ offsetMs: z.number().int() }),
  reorder: z.strictObject({ channel: z.enum(['callbacks', 'webhooks']), count: z.number().int().min(2).max(1000) }),
  manual: z.strictObject({
    amountShillings: z.number().positive(),
    account: z.string().max(20).optional(),
    phone: z
      .string()
      .regex(/^254[17]\d{8}$/)
      .optional(),
    to: z.enum(['paybill', 'buy-goods']).optional(),
  }),
  reset: z.strictObject({ seed: z.number().int().optional() }),
}
const point = z.enum(pointNames)

/** The control over HTTP, for whoever runs in another process: JSON in, JSON out, 400 with the reason for a wrong body. */
export function controlRoutes(app: FastifyInstance, control: Control): void {
  app.setErrorHandler((error: Error, _, reply) => {
    if (error instanceof Refusal) return reply.code(error.answer.status).send(error.answer.body)
    if (error instanceof z.ZodError) return reply.code(400).send({ error: z.prettifyError(error) })
    throw error
  })

  app.get('/control/state', async () => control.state())
  app.get('/control/ledger', async () => control.ledger())
  app.get('/control/deliveries', async () => control.deliveries())
  app.get('/control/prompts', async ({ query }) => control.prompts((query as { number?: string }).number))

  app.post('/control/script/:point', async ({ params, body }) => {
    const { next, usually } = bodies.direction.parse(body)
    control.direct(point.parse((params as { point: string }).point), {
      next: next as never[],
      usually: usually as never[],
    })
    return control.state()
  })
  app.post('/control/prompts/:id/answer', async ({ params, body }, reply) => {
    const { id } = params as { id: string }
    const ended = control.answerPrompt(id, bodies.answer.parse(body).code)
    return ended ?? reply.code(409).send({ error: `${id} is no open prompt` })
  })
  app.post('/control/payments-by-hand', async ({ body }) => control.payByHand(bodies.manual.parse(body)))
  app.post('/control/tokens/expire', async () => {
    control.expireToken()
    return control.state()
  })
  app.post('/control/clock', async ({ body }) => {
    control.setClockOffset(bodies.clock.parse(body).offsetMs)
    return control.state()
  })
  app.post('/control/deliveries/reorder', async ({ body }) => {
    const { channel, count } = bodies.reorder.parse(body)
    control.reorderNext(channel, count)
    return control.state()
  })
  app.post('/control/deliveries/release', async () => {
    await control.releaseDeliveries()
    return control.state()
  })
  app.post('/control/reset', async ({ body }) => {
    control.reset(bodies.reset.parse(body ?? {}).seed)
    return control.state()
  })
  stripeControlRoutes(app, control)
}
