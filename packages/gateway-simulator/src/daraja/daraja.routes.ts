import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type Answer, answering, type Wording, type Work } from '../core/answer.ts'
import type { ReplyPlan } from '../core/reply-plan.ts'
import type { Script } from '../core/script.ts'
import type { World } from '../core/world.ts'
import type { Daraja } from './daraja.ts'
import { darajaError, darajaStatus, decline, isDarajaErrorCode } from './daraja-error.ts'
import type { Prompt } from './prompts.ts'
import { pullRoutes } from './pull.routes.ts'
import { describeResult } from './result-codes.ts'
import { readStkQuery, readStkRequest } from './stk-request.ts'

const PATHS = {
  token: '/oauth/v1/generate',
  push: '/mpesa/stkpush/v1/processrequest',
  query: '/mpesa/stkpushquery/v1/query',
  reversal: '/mpesa/reversal/v1/request',
  status: '/mpesa/transactionstatus/v1/query',
  register: '/mpesa/c2b/v2/registerurl',
} as const

/** Daraja's paths, in Daraja's wire format: docs/gateways/mpesa.md. */
export function darajaRoutes(app: FastifyInstance, daraja: Daraja, { clock, schedule }: World): void {
  const merchant = { settings: daraja.settings, clock }

  const token: Work = ({ headers, query }) =>
    daraja.tokens.issue(headers.authorization, (query as Record<string, string>).grant_type)

  const push: Work = ({ headers, body }) => {
    daraja.tokens.check(headers.authorization)
    return accepted(daraja.push(readStkRequest(body, merchant)))
  }

  const query: Work = ({ headers, body }) => {
    daraja.tokens.check(headers.authorization)
    if (!daraja.queryLimit.admits()) throw decline('500.003.02')
    const prompt = daraja.prompts.find(readStkQuery(body, merchant).CheckoutRequestID)
    if (!prompt) throw decline('400.002.02', 'Bad Request - Invalid CheckoutRequestID')
    if (prompt.resultCode === null) throw decline('500.001.1001', 'The transaction is being processed')
    return queried(prompt, prompt.resultCode)
  }

  const reversal: Work = ({ headers, body }) => {
    daraja.tokens.check(headers.authorization)
    return { status: 200, body: daraja.reversals.reverse(body) }
  }

  const status: Work = ({ headers, body }) => {
    daraja.tokens.check(headers.authorization)
    return { status: 200, body: daraja.status.query(body) }
  }

  const register: Work = ({ headers, body }) => {
    daraja.tokens.check(headers.authorization)
    return { status: 200, body: daraja.confirmations.register(body) }
  }

  /** The query claims a result that a script made up, for whatever it was asked about. */
  const claim = (code: string, { body }: FastifyRequest): Answer => {
    const { CheckoutRequestID = '' } = (body ?? {}) as { CheckoutRequestID?: string }
    const merchantRequestId = daraja.prompts.find(CheckoutRequestID)?.merchantRequestId ?? ''
    return queried({ merchantRequestId, checkoutRequestId: CheckoutRequestID }, code)
  }

  const wording: Wording = { status: darajaStatus, error: errorNamed, claim }
  const handler = (script: Script<ReplyPlan>, work: Work) => answering({ script, wording, schedule, work })
  app.get(PATHS.token, handler(daraja.scripts.token, token))
  app.post(PATHS.push, handler(daraja.scripts.push, push))
  app.post(PATHS.query, handler(daraja.scripts.query, query))
  app.post(PATHS.reversal, handler(daraja.reversals.scripts.reversal, reversal))
  app.post(PATHS.register, handler(daraja.confirmations.scripts.register, register))
  app.post(PATHS.status, handler(daraja.status.scripts.status, status))
  pullRoutes(app, daraja, handler)
  for (const url of [PATHS.push, PATHS.query]) {
    app.get(url, (_, reply) => reply.code(405).send(darajaError('405.001').body))
  }
}

function accepted({ merchantRequestId, checkoutRequestId }: Prompt): Answer {
  return {
    status: 200,
    body: {
      MerchantRequestID: merchantRequestId,
      CheckoutRequestID: checkoutRequestId,
      ResponseCode: '0',
      ResponseDescription: 'Success. Request accepted for processing',
      CustomerMessage: 'Success. Request accepted for processing',
    },
  }
}

/** The status query knows no amount and no receipt, and its result code is text. */
function queried(prompt: Pick<Prompt, 'merchantRequestId' | 'checkoutRequestId'>, code: string): Answer {
  return {
    status: 200,
    body: {
      ResponseCode: '0',
      ResponseDescription: 'The service request has been accepted successfully',
      MerchantRequestID: prompt.merchantRequestId,
      CheckoutRequestID: prompt.checkoutRequestId,
      ResultCode: code,
      ResultDesc: describeResult(code),
    },
  }
}

function errorNamed(code: string, message?: string): Answer {
  return isDarajaErrorCode(code) ? darajaError(code, message) : darajaStatus(500)
}
