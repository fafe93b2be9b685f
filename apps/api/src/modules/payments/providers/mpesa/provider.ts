import { sql } from 'kysely'
import { noHosts, type PaymentProvider } from '../provider.ts'
import type { EventReport } from '../provider-reports.ts'
import { mpesaConfirmations } from './confirmations/confirmations.ts'
import { mpesaLedger } from './ledger/ledger.ts'
import { limitPrompts } from './limit-prompts.ts'
import { mpesaOperator } from './operator.ts'
import { promptsOfShop } from './prompts-of-shop.ts'
import { readMpesaCallback } from './read-callback.ts'
import { mpesaReceipts } from './receipts/typed-receipts.ts'
import { mpesaRefunds } from './refunds.ts'
import { notConfigured } from './refusals.ts'
import { reportOf, reportOfQuery } from './reports.ts'
import { aboveLimit, startedBy } from './started.ts'
import { mpesaStorage } from './storage.ts'
import { mpesaCallbackOperation, mpesaResultOperation } from './webhook-operation.ts'

// Seconds after the prompt at which its outcome is asked for; then every 15 minutes up to a day. See
// docs/behaviour.md#m-pesa-status-queries.
const QUERY_AFTER_SECONDS = [20, 45, 75, 120, 180, 300]
const THEN_EVERY_MS = 15 * 60_000
const GIVE_UP_AFTER_MS = 24 * 60 * 60_000
const PROMPT_SURELY_OVER_MS = 10 * 60_000

/** M-Pesa: a prompt on the shopper's phone, a callback to a secret address, a query that proves little. */
export const mpesaProvider: PaymentProvider = {
  method: 'mpesa',
  name: 'M-Pesa',
  cancelEndsOrder: true,
  attempts: {
    firstStatus: 'processing',
    firstLookUpAfterMs: 20_000,
    isReused: false,
    limitOfShop: promptsOfShop,
    admit: limitPrompts,
  },
  webhook: {
    path: '/hooks/pay/:token',
    acknowledgement: { ResultCode: 0, ResultDesc: 'Accepted' },
    source: 'callback',
    needsLookUp: false,
    operation: mpesaCallbackOperation,
  },
  recovery: {
    everySeconds: 2,
    batch: 1,
    nextInMs(ageMs) {
      if (ageMs >= GIVE_UP_AFTER_MS) return null
      const next = QUERY_AFTER_SECONDS.find((seconds) => seconds * 1000 > ageMs)
      return next === undefined ? THEN_EVERY_MS : next * 1000 - ageMs
    },
    // Also of a cancelled one: its PIN may have been entered all the same.
    unresolvedNote: () => 'no outcome within a day',
    // Five questions a minute, none of them close to another: docs/gateways/mpesa.md#status-query.
    rateLimit: { betweenLookUpsMs: 12_000, afterBusyMs: 60_000, shopperWaitsMs: PROMPT_SURELY_OVER_MS },
    // Daraja may answer "paid" while the prompt is open, so it is asked twice and the callback gets a minute.
    unproven: { believedAfterMs: 60_000, askAgainAfterMs: 20_000, believedAtOnceFromAgeMs: PROMPT_SURELY_OVER_MS },
  },
  results: {
    // Daraja refuses addresses with words such as its own name in them.
    path: '/hooks/result/:token',
    acknowledgement: { ResultCode: 0, ResultDesc: 'Accepted' },
    operation: mpesaResultOperation,
  },
  receipts: mpesaReceipts,
  operator: mpesaOperator,
  refunds: mpesaRefunds,
  confirmations: mpesaConfirmations,
  ledger: mpesaLedger,
  storage: mpesaStorage,
  browserHosts: noHosts,

  isConfigured: ({ gateways }) => gateways.mpesa !== null,
  isInterrupted: ({ gateways }) => gateways.mpesa?.isInterrupted?.() ?? false,
  async start({ env, gateways }, { payer, totalShillings, orderNumber, callbackToken }) {
    if (!gateways.mpesa || payer === null || callbackToken === null) throw notConfigured()
    if (totalShillings > env.MPESA_MAX_SHILLINGS) return aboveLimit()
    return startedBy(
      await gateways.mpesa.push({
        phone: payer,
        amountShillings: totalShillings,
        orderNumber,
        callbackUrl: `${gateways.callbackOrigin}/api/hooks/pay/${callbackToken}`,
      }),
    )
  },
  // PostgreSQL cannot hold NUL in text; a callback with one is no callback.
  readWebhook: (_ctx, { body }) => ({ body: body.toString('utf8').replaceAll('\u0000', '') }),
  readEvent(body): EventReport {
    const callback = readMpesaCallback(body)
    if (!callback) return { kind: 'ignored', why: 'unreadable' }
    if (callback === 'unreadable') return { kind: 'unreadable' }
    const { checkoutRequestId, merchantRequestId = null } = callback
    return {
      kind: 'report',
      reference: checkoutRequestId || undefined,
      adoptedColumns: {
        mpesa_merchant_request_id: sql`coalesce(mpesa_merchant_request_id, ${merchantRequestId})`,
      },
      report: reportOf(callback),
    }
  },
  async lookUp({ gateways }, { reference }) {
    if (!gateways.mpesa) throw notConfigured()
    return reportOfQuery(await gateways.mpesa.query(reference))
  },
}
