import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { faultPoint } from '../../fault-points.ts'
import type { Context } from '../../http/context.ts'
import type { PaymentProvider } from './providers/provider.ts'
import type { ResultPolicy } from './providers/provider-results.ts'
import { paymentProviders } from './providers/registry.ts'
import { receiveResult } from './results/receive-result.ts'
import { findConfirmationAddress } from './transactions/confirmations/find-confirmation-address.ts'
import { receiveConfirmation } from './transactions/confirmations/receive-confirmation.ts'
import { processNewEvent } from './webhooks/process-webhook-event.ts'
import { receiveWebhook } from './webhooks/receive-webhook.ts'
import { recordRefusal } from './webhooks/record-refusal.ts'

const BODY_LIMIT_BYTES = 1_000_000
const hookConfig = { isGatewayHook: true, isNeverShed: true }

/**
 * Where the providers report. A webhook is stored, then acknowledged, then processed; if storing fails they get a 5xx and
 * send it again. No cross-site rule and no limit stands in their way: tokens and signatures do.
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

    for (const provider of paymentProviders()) {
      mountHook(provider, provider.webhook, receiveWebhook)
      if (provider.results) mountHook(provider, provider.results, receiveResult)
      if (!provider.confirmations) continue
      const { confirmation, validation } = provider.confirmations
      mountHook(provider, confirmation, receiveConfirmation)
      hooks.post<{ Params: Record<string, string> }>(
        validation.path,
        { config: { ...hookConfig, operation: validation.operation } },
        async (request, reply) => {
          await findConfirmationAddress(createContext(request, reply), provider, request.params.token ?? '')
          return validation.acknowledgement
        },
      )
    }

    function mountHook(
      provider: PaymentProvider,
      { path, acknowledgement, operation }: ResultPolicy,
      receive: typeof receiveWebhook,
    ) {
      hooks.post<{ Params: Record<string, string> }>(
        path,
        { config: { ...hookConfig, operation } },
        async (request, reply) => {
          const ctx = createContext(request, reply)
          const { params, headers } = request
          const webhook = { params, headers, body: bytesOf(request.body) }
          const eventId = await receive(ctx, provider, webhook).catch(async (error: unknown) => {
            await recordRefusal(ctx, provider, error)
            throw error
          })
          processLater(ctx, reply, { provider, eventId }, work)
          return acknowledgement
        },
      )
    }
  })
}

/** After the answer has left; what fails here is left to the job. A closing shop waits for what has begun. */
function processLater(
  ctx: Context,
  reply: FastifyReply,
  { provider, eventId }: { provider: PaymentProvider; eventId: string },
  work: Set<Promise<void>>,
): void {
  reply.raw.once('finish', () => {
    faultPoint('webhook-acknowledged')
    const begun = processNewEvent(ctx, provider, eventId)
      .catch((error: unknown) => ctx.log.error({ err: error, eventId }, 'a webhook event was not processed'))
      .finally(() => work.delete(begun))
    work.add(begun)
  })
}

const bytesOf = (body: unknown): Buffer => (Buffer.isBuffer(body) ? body : Buffer.alloc(0))
