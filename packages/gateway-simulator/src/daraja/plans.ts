import { z } from 'zod'
import { deliveryPlan } from '../core/delivery-plan.ts'
import { callbackShape } from './callback-body.ts'
import { finalCodes } from './result-codes.ts'

/** A code with which a prompt can end. */
export const resultCode = z.string().refine((code) => finalCodes.includes(code), 'is no final result code of M-Pesa')

/** What becomes of one prompt: a person answers it on the phone page or lets it expire, or it ends by itself. */
export const promptPlan = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('person') }),
  /** With `afterMs` 0 the callback may overtake the reply to the push. */
  z.strictObject({ kind: z.literal('result'), code: resultCode, afterMs: z.number().int().min(0).default(20) }),
])

export type PromptPlan = z.output<typeof promptPlan>

/** What becomes of one callback on its way. */
export const callbackPlan = deliveryPlan.extend({ shape: callbackShape.partial().optional() })

export type CallbackPlan = z.output<typeof callbackPlan>
