import { payAnotherWayInput, paymentStateAnswer } from '@marashi/domain/contracts/payments'
import { shopperProcedure } from '../../../http/procedures.ts'
import { payAnotherWay } from './mpesa/pay-another-way.ts'
import { mpesaProcedures } from './mpesa/procedures.ts'
import { stripeProcedures } from './stripe/procedures.ts'
import { withdrawalErrors } from './withdrawal-errors.ts'

/** What the providers offer to shoppers, beside what all of them share. */
export const providerProcedures = {
  ...mpesaProcedures,
  ...stripeProcedures,

  payAnotherWay: shopperProcedure
    .meta({
      areaOfKeys: 'orders',
      errors: [
        'NOT_FOUND',
        'ORDER_CANCELLED',
        'ORDER_REFUNDED',
        'ORDER_OUTDATED',
        'PRODUCT_UNAVAILABLE',
        'PAYMENT_METHOD_OFF',
        ...withdrawalErrors,
      ],
      limits: ['paymentSteps', 'deliveryOrdersOfShop'],
      asksOthers: true,
      openapi: {
        method: 'POST',
        path: '/payments/another-way',
        tags: ['Payments'],
        summary: 'Reopen an order that its shopper cancelled, to pay it in another way',
        description:
          'A shopper who cancels at M-Pesa, on the phone or in the shop, or leaves the card, cancels the order. This makes it `pending` again, within a day of its placing and unless the owner has cancelled it, so that the same cart makes no second order. Then ask for the money: `POST /payments/mpesa/initiate`, `POST /create-payment-intent` for a card, or nothing more for `manual`, which is paid to the courier. Where something in it is sold out by now, it stays cancelled (`PRODUCT_UNAVAILABLE`). Money that still comes by the cancelled prompt is booked on this order.',
      },
    })
    .input(payAnotherWayInput)
    .output(paymentStateAnswer)
    .mutation(({ ctx, input }) => payAnotherWay(ctx, input)),
}
