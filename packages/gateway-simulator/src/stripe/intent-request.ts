import { z } from 'zod'
import type { FormValue } from '../core/form-body.ts'
import type { StripeSettings } from './settings.ts'
import { invalid } from './stripe-error.ts'

/** Stripe takes amounts of at most eight digits. */
const MOST_CENTS = 99_999_999
/** Stripe's least charge, in hundredths of a US dollar. */
const LEAST_USD_CENTS = 50

const flag = z.enum(['true', 'false']).transform((text) => text === 'true')

const intentRequest = z.strictObject({
  amount: z.string().regex(/^\d+$/).transform(Number),
  currency: z.string().toLowerCase(),
  automatic_payment_methods: z
    .strictObject({ enabled: flag, allow_redirects: z.enum(['always', 'never']).optional() })
    .optional(),
  receipt_email: z.email().optional(),
  description: z.string().optional(),
  statement_descriptor_suffix: z.string().max(22).optional(),
  metadata: z.record(z.string().max(40), z.string().max(500)).default({}),
  expand: z.array(z.string()).default([]),
})

export type IntentRequest = z.output<typeof intentRequest>

/** Checks the parameters of a new payment intent. Throws the refusal that Stripe would answer. */
export function readIntentRequest(form: Record<string, FormValue>, settings: StripeSettings): IntentRequest {
  const result = intentRequest.safeParse(form)
  if (!result.success) throw wrongParameter(result.error, form)
  const { amount, currency } = result.data
  if (currency !== 'kes')
    throw invalid(`Invalid currency: ${currency}. This account charges in kes.`, { param: 'currency' })
  if (amount > MOST_CENTS) {
    throw invalid('Amount must be no more than Ksh999,999.99', { code: 'amount_too_large', param: 'amount' })
  }
  // The stand-in takes its own exchange rate; at 0.0077 the least is about Ksh 65.
  if (amount * dollarsPerShilling(settings) < LEAST_USD_CENTS) {
    throw invalid('Amount must convert to at least 50 cents.', { code: 'amount_too_small', param: 'amount' })
  }
  return result.data
}

function dollarsPerShilling({ settlement }: StripeSettings): number {
  return settlement.currency === 'usd' ? settlement.exchangeRate : 0.0077
}

function wrongParameter(error: z.ZodError, form: Record<string, FormValue>) {
  const [issue] = error.issues
  const path = issue?.path.map(String) ?? []
  if (issue?.code === 'unrecognized_keys') {
    const param = bracketed([...path, ...issue.keys.slice(0, 1)])
    return invalid(`Received unknown parameter: ${param}`, { code: 'parameter_unknown', param })
  }
  const param = bracketed(path)
  const given = form[path[0] ?? '']
  if (given === undefined) return invalid(`Missing required param: ${param}.`, { code: 'parameter_missing', param })
  if (param === 'amount')
    return invalid(`Invalid integer: ${String(given)}`, { code: 'parameter_invalid_integer', param })
  if (param === 'receipt_email')
    return invalid(`Invalid email address: ${String(given)}`, { code: 'email_invalid', param })
  return invalid(`Invalid ${param}`, { param })
}

/** `metadata`, `orderId` → `metadata[orderId]`. */
function bracketed([first = '', ...rest]: string[]): string {
  return first + rest.map((each) => `[${each}]`).join('')
}
