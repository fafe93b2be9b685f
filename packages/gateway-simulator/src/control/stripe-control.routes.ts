import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { type CardOutcome, declineCodes, outcomeOfCard } from '../stripe/cards.ts'
import { closedStatuses, openStatuses } from '../stripe/dispute.ts'
import { invalid } from '../stripe/stripe-error.ts'
import { unlessRefused } from '../stripe/unless-refused.ts'
import type { Control } from './control.ts'

const bodies = {
  pay: z.strictObject({
    /** A test card's number, or the outcome, or why it is declined; nothing: paid. */
    card: z.string().optional(),
    outcome: z.enum(['succeeded', 'processing', 'requires_action']).optional(),
    decline: z.enum(declineCodes).optional(),
    /** Proves, as in a browser, that the shop handed this intent out. */
    clientSecret: z.string().optional(),
  }),
  refund: z.strictObject({ cents: z.number().int().positive().optional() }),
  endRefund: z.strictObject({ status: z.enum(['succeeded', 'failed']) }),
  dispute: z.strictObject({ status: z.enum(openStatuses).optional() }),
  update: z.strictObject({ status: z.enum(openStatuses), dueBySeconds: z.number().int().optional() }),
  close: z.strictObject({ status: z.enum(closedStatuses) }),
  webhook: z.strictObject({ url: z.url().nullable() }),
}
type PayBody = z.output<typeof bodies.pay>

const idOf = (params: unknown): string => (params as { id: string }).id

/** The control of Stripe's side. Payments answer what Stripe.js receives: `{paymentIntent}`, or 402 `{error}`. */
export function stripeControlRoutes(app: FastifyInstance, control: Control): void {
  app.get('/control/stripe/intents', async () => control.intents())
  app.get('/control/stripe/events', async () => control.events())

  // A browser on the shop's page calls this from another origin than the simulator's.
  app.options('/control/stripe/intents/:id/pay', async (_, reply) =>
    reply
      .code(204)
      .headers({
        'access-control-allow-origin': '*',
        'access-control-allow-headers': 'content-type',
        'access-control-allow-methods': 'POST',
      })
      .send(),
  )
  app.post('/control/stripe/intents/:id/pay', async ({ params, body }, reply) => {
    reply.header('access-control-allow-origin', '*')
    const payment = bodies.pay.parse(body ?? {})
    const id = idOf(params)
    proveSecret(control, id, payment)
    return { paymentIntent: unlessRefused(control.payIntent(id, outcomeOf(payment))) }
  })

  app.post('/control/stripe/intents/:id/settle', async ({ params }) => control.settleBalance(idOf(params)))
  app.post('/control/stripe/intents/:id/refund', async ({ params, body }) =>
    control.refundIntent(idOf(params), bodies.refund.parse(body ?? {}).cents),
  )
  app.post('/control/stripe/intents/:id/dispute', async ({ params, body }) =>
    control.openDispute(idOf(params), bodies.dispute.parse(body ?? {}).status),
  )
  app.get('/control/stripe/refunds', async () => control.refunds())
  app.post('/control/stripe/refunds/:id/end', async ({ params, body }) =>
    control.endRefund(idOf(params), bodies.endRefund.parse(body).status),
  )
  app.post('/control/stripe/disputes/:id/update', async ({ params, body }) => {
    const { status, dueBySeconds } = bodies.update.parse(body)
    return control.updateDispute(idOf(params), status, dueBySeconds)
  })
  app.post('/control/stripe/disputes/:id/close', async ({ params, body }) =>
    control.closeDispute(idOf(params), bodies.close.parse(body).status),
  )
  app.post('/control/stripe/events/:id/resend', async ({ params }) => {
    control.resendEvent(idOf(params))
    return control.state()
  })
  app.post('/control/stripe/webhook', async ({ body }) => {
    control.setWebhookUrl(bodies.webhook.parse(body).url ?? undefined)
    return control.state()
  })
}

function outcomeOf({ card, outcome, decline }: PayBody): CardOutcome {
  if (decline) return { outcome: 'declined', declineCode: decline }
  if (outcome) return { outcome }
  return card === undefined ? { outcome: 'succeeded' } : outcomeOfCard(card)
}

function proveSecret(control: Control, id: string, { clientSecret }: PayBody): void {
  if (clientSecret === undefined) return
  const intent = control.intents().find((each) => each.id === id)
  if (intent?.client_secret !== clientSecret) {
    throw invalid('The client_secret provided does not match any associated PaymentIntent on this account.')
  }
}
