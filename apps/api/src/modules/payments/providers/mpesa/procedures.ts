import type { ErrorCode } from '@marashi/domain/contracts/error-codes'
import { receiptClaimAnswer } from '@marashi/domain/contracts/orders'
import { claimReceiptInput, mpesaAnswer, paymentOrderInput, startMpesaInput } from '@marashi/domain/contracts/payments'
import type { LimitName } from '../../../../http/limits/limit-table.ts'
import { shopperProcedure } from '../../../../http/procedures.ts'
import { cancelMpesaPayment } from './cancel-payment.ts'
import { claimMpesaReceipt } from './receipts/claim-mpesa-receipt.ts'
import { resendMpesaPayment } from './resend-prompt.ts'
import { startMpesaPayment } from './start-payment.ts'

const promptLimits: LimitName[] = ['prompts', 'promptsOfPhone', 'unpaidPromptsOfPhone', 'promptsOfOrder']

const promptErrors: ErrorCode[] = [
  'NOT_FOUND',
  'MPESA_PHONE',
  'ORDER_CANCELLED',
  'ORDER_REFUNDED',
  'ORDER_OUTDATED',
  'PRODUCT_UNAVAILABLE',
  'NOTHING_TO_PAY',
  'MPESA_PROMPT_OPEN',
  'MPESA_NOT_CONFIGURED',
  'MPESA_BUSY',
  'MPESA_UNANSWERED',
]

export const mpesaProcedures = {
  startMpesa: shopperProcedure
    .meta({
      errors: promptErrors,
      limits: promptLimits,
      openapi: {
        method: 'POST',
        path: '/payments/mpesa/initiate',
        tags: ['Payments'],
        summary: 'Ask for an M-Pesa prompt',
      },
    })
    .input(startMpesaInput)
    .output(mpesaAnswer)
    .mutation(({ ctx, input }) => startMpesaPayment(ctx, input)),

  resendMpesa: shopperProcedure
    .meta({
      errors: promptErrors,
      limits: promptLimits,
      openapi: {
        method: 'POST',
        path: '/payments/mpesa/resend',
        tags: ['Payments'],
        summary: 'Send the M-Pesa prompt again',
      },
    })
    .input(paymentOrderInput)
    .output(mpesaAnswer)
    .mutation(({ ctx, input }) => resendMpesaPayment(ctx, input)),

  cancelMpesa: shopperProcedure
    .meta({
      errors: ['NOT_FOUND'],
      limits: ['paymentSteps'],
      openapi: { method: 'POST', path: '/payments/mpesa/cancel', tags: ['Payments'], summary: 'Stop paying by M-Pesa' },
    })
    .input(paymentOrderInput)
    .output(mpesaAnswer)
    .mutation(({ ctx, input }) => cancelMpesaPayment(ctx, input)),

  claimMpesaReceipt: shopperProcedure
    .meta({
      errors: ['NOT_FOUND', 'NOTHING_TO_PAY', 'ORDER_REFUNDED', 'MPESA_NOT_CONFIGURED'],
      limits: ['receipts', 'receiptsOfOrder'],
      openapi: {
        method: 'POST',
        path: '/payments/mpesa/receipt',
        tags: ['Payments'],
        summary: 'Name the receipt of a payment that was made to the Till or Paybill without a prompt',
      },
    })
    .input(claimReceiptInput)
    .output(receiptClaimAnswer)
    .mutation(({ ctx, input }) => claimMpesaReceipt(ctx, input)),
}
