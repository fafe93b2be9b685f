import { payAnotherWayInput, paymentStateAnswer } from '@marashi/domain/contracts/payments'
import { shopperProcedure } from '../../../http/procedures.ts'
import { payAnotherWay } from './mpesa/pay-another-way.ts'
import { mpesaProcedures } from './mpesa/procedures.ts'
import { openCardErrors, stripeProcedures } from './stripe/procedures.ts'

/** Why an open attempt may not be given up. */
export const withdrawalErrors = openCardErrors

/** What the providers offer to shoppers, beside what all of them share. */
export const providerProcedures = {
  ...mpesaProcedures,
  ...stripeProcedures,

  payAnotherWay: shopperProcedure
    .meta({
      errors: ['NOT_FOUND', 'ORDER_CANCELLED', 'ORDER_REFUNDED', 'PRODUCT_UNAVAILABLE', ...withdrawalErrors],
      limits: ['paymentSteps'],
      openapi: {
        method: 'POST',
        path: '/payments/another-way',
        tags: ['Payments'],
        summary: 'Reopen an order that its shopper cancelled, to pay it in another way',
      },
    })
    .input(payAnotherWayInput)
    .output(paymentStateAnswer)
    .mutation(({ ctx, input }) => payAnotherWay(ctx, input)),
}
