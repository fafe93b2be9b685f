import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { type Answer, answering, type Wording } from '../core/answer.ts'
import { type FormValue, parseForm } from '../core/form-body.ts'
import { stripeId } from '../core/random-id.ts'
import type { ReplyPlan } from '../core/reply-plan.ts'
import { Script } from '../core/script.ts'
import { listBalance } from './balance.ts'
import { outcomeOfPaymentMethod } from './cards.ts'
import { expandCharge, expandIntent } from './expand.ts'
import type { Idempotency } from './idempotency.ts'
import { readIntentRequest } from './intent-request.ts'
import { cancelIntent, createIntent, payIntent } from './pay-intent.ts'
import { createRefund, readRefundRequest, refundsOf } from './refunds.ts'
import type { StripeAccount } from './stripe-account.ts'
import { invalid, stripeError, stripeStatus } from './stripe-error.ts'
import { unlessRefused } from './unless-refused.ts'
import { API_VERSION } from './webhooks.ts'

export type StripeScripts = ReturnType<typeof makeStripeScripts>

/** One script for each call of Stripe's API that the stand-in knows. */
export function makeStripeScripts({ chance }: StripeAccount['world']) {
  const script = (call: string) => new Script<ReplyPlan>(chance.branch(`stripe.${call}`), { kind: 'normal' })
  return {
    create: script('create'),
    retrieve: script('retrieve'),
    confirm: script('confirm'),
    cancel: script('cancel'),
    charge: script('charge'),
    refund: script('refund'),
    refunds: script('refunds'),
    balance: script('balance'),
  }
}

interface Parts {
  account: StripeAccount
  scripts: StripeScripts
  idempotency: Idempotency
}

const wording: Wording = {
  status: stripeStatus,
  error: (code, message = code) => stripeError(400, { type: 'invalid_request_error', code, message }),
  claim: () => stripeStatus(500),
}

/** The calls of Stripe's API that a shop with the Payment Element makes, form-encoded as its libraries send them. */
export function stripeRoutes(app: FastifyInstance, { account, scripts, idempotency }: Parts): void {
  readForms(app)
  const around = idempotency.around.bind(idempotency)
  const handler = (script: Script<ReplyPlan>, work: (ask: Ask) => unknown) =>
    answering({
      script,
      wording,
      schedule: account.world.schedule,
      around,
      work: (request): Answer => {
        proveKey(account, request)
        return { status: 200, body: work(readAsk(request)) }
      },
    })

  app.post(
    '/v1/payment_intents',
    handler(scripts.create, ({ form }) => {
      const wanted = readIntentRequest(form, account.settings)
      return expandIntent(account, createIntent(account, wanted), wanted.expand)
    }),
  )
  app.get(
    '/v1/payment_intents/:id',
    handler(scripts.retrieve, ({ id, expand }) => expandIntent(account, account.intent(id), expand)),
  )
  app.post(
    '/v1/payment_intents/:id/confirm',
    handler(scripts.confirm, ({ id, form }) =>
      unlessRefused(payIntent(account, id, outcomeOfPaymentMethod(String(form.payment_method)))),
    ),
  )
  app.post(
    '/v1/payment_intents/:id/cancel',
    handler(scripts.cancel, ({ id }) => cancelIntent(account, id)),
  )
  app.get(
    '/v1/charges/:id',
    handler(scripts.charge, ({ id, expand }) => expandCharge(account, account.charge(id), expand)),
  )
  app.post(
    '/v1/refunds',
    handler(scripts.refund, ({ form }) => createRefund(account, readRefundRequest(account, form))),
  )
  app.get(
    '/v1/refunds',
    handler(scripts.refunds, ({ query }) => ({
      object: 'list',
      url: '/v1/refunds',
      has_more: false,
      data: refundsOf(account, String(query.charge ?? query.payment_intent)),
    })),
  )
  app.get(
    '/v1/balance_transactions',
    handler(scripts.balance, ({ query }) => listBalance(account, query)),
  )
}

/** What a request asks for, in its path, query or body. */
interface Ask {
  id: string
  form: Record<string, FormValue>
  query: Record<string, FormValue>
  expand: string[]
}

function readAsk({ params, url, body }: FastifyRequest): Ask {
  const query = parseForm(url.split('?')[1] ?? '')
  const expand = z.array(z.string()).safeParse(query.expand)
  const { id = '' } = params as { id?: string }
  return { id, query, form: (body ?? {}) as Record<string, FormValue>, expand: expand.data ?? [] }
}

function proveKey({ settings }: StripeAccount, { headers }: FastifyRequest): void {
  if (headers.authorization === `Bearer ${settings.secretKey}`) return
  const end = headers.authorization?.slice(-4) ?? ''
  throw invalid(`Invalid API Key provided: ****${end}`, { status: 401 })
}

function readForms(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_, body, done) => {
    done(null, parseForm(String(body)))
  })
  app.addHook('onSend', async (_, reply) => {
    reply.headers({ 'request-id': stripeId('req'), 'stripe-version': API_VERSION })
  })
}
