import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../../kernel/context.ts'
import { faultPoint } from '../../kernel/fault-points.ts'
import { mpesaCallbackOperation, stripeEventOperation } from './payments.hooks.operations.ts'
import { receiveMpesaCallback } from './providers/mpesa/receive-callback.ts'
import { receiveStripeEvent } from './providers/stripe/receive-event.ts'
import { processWebhookEvent } from './webhooks/process-webhook-event.ts'

const BODY_LIMIT_BYTES = 1_000_000
const hookConfig = { isGatewayHook: true, isNeverShed: true }
const mpesaConfig = { ...hookConfig, operation: mpesaCallbackOperation }
const stripeConfig = { ...hookConfig, operation: stripeEventOperation }

/**
 * Where the gateways report. A message is stored, then acknowledged, then worked on; if storing fails they get a 5xx and
 * send it again. No cross-site rule and no limit stands in their way: tokens and signatures do (decisions 25, 26).
 */
export function mountPaymentHooks(
  app: FastifyInstance,
  createContext: (request: FastifyRequest, reply: FastifyReply) => Context,
): void {
  app.register(async (hooks) => {
    const work = new Set<Promise<void>>()
    hooks.addHook('onClose', async () => void (await Promise.all(work)))

    hooks.removeAllContentTypeParsers()
    hooks.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: BODY_LIMIT_BYTES }, (_request, body, done) =>
      done(null, body),
    )

    hooks.post<{ Params: { token: string } }>('/hooks/pay/:token', { config: mpesaConfig }, async (request, reply) => {
      const ctx = createContext(request, reply)
      const eventId = await receiveMpesaCallback(ctx, request.params.token, textOf(request.body))
      processLater(ctx, reply, eventId, work)
      return { ResultCode: 0, ResultDesc: 'Accepted' }
    })

    hooks.post('/hooks/stripe', { config: stripeConfig }, async (request, reply) => {
      const ctx = createContext(request, reply)
      const signature = request.headers['stripe-signature']
      const eventId = await receiveStripeEvent(
        ctx,
        bytesOf(request.body),
        typeof signature === 'string' ? signature : undefined,
      )
      processLater(ctx, reply, eventId, work)
      return { received: true }
    })
  })
}

/** After the answer has left; what fails here stays in the inbox for the job. A closing shop waits for what has begun. */
function processLater(ctx: Context, reply: FastifyReply, eventId: string, work: Set<Promise<void>>): void {
  reply.raw.once('finish', () => {
    faultPoint('callback-acknowledged')
    const begun = processWebhookEvent(ctx, eventId)
      .catch((error: unknown) => ctx.log.error({ err: error, eventId }, 'a webhook event was not processed'))
      .finally(() => work.delete(begun))
    work.add(begun)
  })
}

const bytesOf = (body: unknown): Buffer => (Buffer.isBuffer(body) ? body : Buffer.alloc(0))

// PostgreSQL cannot hold NUL in text; a callback with one is no callback.
const textOf = (body: unknown): string => bytesOf(body).toString('utf8').replaceAll('\u0000', '')
