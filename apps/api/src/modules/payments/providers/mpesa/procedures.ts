import type { ErrorCode } from '@marashi/domain/contracts/error-codes'
import { receiptClaimAnswer } from '@marashi/domain/contracts/orders'
import { claimReceiptInput, mpesaAnswer, paymentOrderInput, startMpesaInput } from '@marashi/domain/contracts/payments'
import type { LimitName } from '../../../../http/limits/limit-table.ts'
import { shopperProcedure } from '../../../../http/procedures.ts'
import { withdrawalErrors } from '../withdrawal-errors.ts'
import { cancelMpesaPayment } from './cancel-payment.ts'
import { claimMpesaReceipt } from './receipts/claim-mpesa-receipt.ts'
import { resendMpesaPayment } from './resend-prompt.ts'
import { startMpesaPayment } from './start-payment.ts'

const promptLimits: LimitName[] = [
  // On arrival: each try waits for its order's row, also one that is refused and counts as no prompt.
  'paymentSteps',
  'prompts',
  'promptsOfKey',
  'promptsOfPhone',
  'unpaidPromptsOfPhone',
  'promptsOfOrder',
  'promptsOfShop',
]

const outcomeLater =
  'It answers when the prompt is on its way, not when it is answered: read `mpesaOutcome` of `GET /orders/{id}/payment-status` every two seconds or more rarely, or hear of it by `order.paid`. A shopper who cancels on the phone cancels the order with it, while that is unpaid; `POST /payments/another-way` opens it again.'

const promptErrors: ErrorCode[] = [
  'NOT_FOUND',
  'MPESA_PHONE',
  'ORDER_CANCELLED',
  'ORDER_REFUNDED',
  'ORDER_OUTDATED',
  'ORDER_HAS_MONEY',
  'PRODUCT_UNAVAILABLE',
  'NOTHING_TO_PAY',
  'PAYMENT_METHOD_OFF',
  'MPESA_PROMPT_OPEN',
  'MPESA_NOT_CONFIGURED',
  'MPESA_BUSY',
  'MPESA_UNANSWERED',
  ...withdrawalErrors,
]

export const mpesaProcedures = {
  startMpesa: shopperProcedure
    .meta({
      errors: promptErrors,
      limits: promptLimits,
      asksOthers: true,
      openapi: {
        method: 'POST',
        path: '/payments/mpesa/initiate',
        tags: ['Payments'],
        summary: 'Ask for an M-Pesa prompt',
        description: outcomeLater,
      },
    })
    .input(startMpesaInput)
    .output(mpesaAnswer)
    .mutation(({ ctx, input }) => startMpesaPayment(ctx, input)),

  resendMpesa: shopperProcedure
    .meta({
      errors: promptErrors,
      limits: promptLimits,
      asksOthers: true,
      openapi: {
        method: 'POST',
        path: '/payments/mpesa/resend',
        tags: ['Payments'],
        summary: 'Send the M-Pesa prompt again',
        description: outcomeLater,
      },
    })
    .input(paymentOrderInput)
    .output(mpesaAnswer)
    .mutation(({ ctx, input }) => resendMpesaPayment(ctx, input)),

  cancelMpesa: shopperProcedure
    .meta({
      areaOfKeys: 'orders',
      errors: ['NOT_FOUND'],
      limits: ['paymentSteps'],
      asksOthers: true,
      openapi: {
        method: 'POST',
        path: '/payments/mpesa/cancel',
        tags: ['Payments'],
        summary: 'Stop paying by M-Pesa',
        description:
          'It cancels the order too, while that is unpaid, as a shopper does who cancels on the phone: its status is `cancelled` then, and every way to pay it answers `ORDER_CANCELLED` until `POST /payments/another-way` opens it again, within a day of its placing. The prompt cannot be called back: money that still comes by it is booked on the order and brings it back.',
      },
    })
    .input(paymentOrderInput)
    .output(mpesaAnswer)
    .mutation(({ ctx, input }) => cancelMpesaPayment(ctx, input)),

  claimMpesaReceipt: shopperProcedure
    .meta({
      errors: ['NOT_FOUND', 'NOTHING_TO_PAY', 'ORDER_REFUNDED', 'MPESA_NOT_CONFIGURED'],
      limits: ['paymentSteps', 'receipts', 'receiptsOfOrder'],
      asksOthers: true,
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
