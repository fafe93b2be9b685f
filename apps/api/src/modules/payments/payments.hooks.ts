import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { faultPoint } from '../../fault-points.ts'
import type { Context } from '../../http/context.ts'
import type { PaymentProvider } from './providers/provider.ts'
import type { WebhookHead, WebhookRequest } from './providers/provider-reports.ts'
import type { ResultPolicy } from './providers/provider-results.ts'
import { paymentProviders } from './providers/registry.ts'
import { admitResult, receiveResult } from './results/receive-result.ts'
import { admitConfirmation, receiveConfirmation } from './transactions/confirmations/receive-confirmation.ts'
import { processNewEvent } from './webhooks/process-webhook-event.ts'
import { admitWebhook, receiveWebhook } from './webhooks/receive-webhook.ts'
import { recordRefusal } from './webhooks/record-refusal.ts'

// The largest is the event of a card's dispute with the shop's answer, at most 150,000 characters; a callback has 1 to 2 KB.
const BODY_LIMIT_BYTES = 256_000
const hookConfig = { isGatewayHook: true, isNeverShed: true }

interface HookRoute {
  Params: Record<string, string>
}

interface Hook<Sender> {
  /** Decides by the address and the headers who reports. Throws for whoever may not. */
  admit(ctx: Context, provider: PaymentProvider, head: WebhookHead): Promise<Sender>
  /** Stores what is reported and answers its row's id. */
  receive(ctx: Context, provider: PaymentProvider, request: WebhookRequest, sender: Sender): Promise<string>
}

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
      mountHook(provider, provider.webhook, { admit: admitWebhook, receive: receiveWebhook })
      if (provider.results) mountHook(provider, provider.results, { admit: admitResult, receive: receiveResult })
      if (!provider.confirmations) continue
      const { confirmation, validation } = provider.confirmations
      mountHook(provider, confirmation, { admit: admitConfirmation, receive: receiveConfirmation })
      hooks.post<HookRoute>(
        validation.path,
        {
          config: { ...hookConfig, operation: validation.operation },
          onRequest: async (request, reply) => admitConfirmation(createContext(request, reply), provider, request),
        },
        async () => validation.acknowledgement,
      )
    }

    function mountHook<Sender>(
      provider: PaymentProvider,
      { path, acknowledgement, operation }: ResultPolicy,
      { admit, receive }: Hook<Sender>,
    ) {
      const admitted = new WeakMap<object, { ctx: Context; sender: Sender }>()
      hooks.post<HookRoute>(
        path,
        {
          config: { ...hookConfig, operation },
          // Nothing of a body is read for whoever only guesses the address.
          onRequest: async (request, reply) => {
            const ctx = createContext(request, reply)
            admitted.set(request, { ctx, sender: await admit(ctx, provider, request) })
          },
        },
        async (request, reply) => {
          const { ctx, sender } = admitted.get(request) as { ctx: Context; sender: Sender }
          const { params, headers } = request
          const webhook = { params, headers, body: bytesOf(request.body) }
          const eventId = await receive(ctx, provider, webhook, sender).catch(async (error: unknown) => {
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
