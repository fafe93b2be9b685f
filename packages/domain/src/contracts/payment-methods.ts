/** The payment providers, by the names that API and database use. */
export const paymentMethods = ['stripe', 'mpesa'] as const
export type PaymentMethod = (typeof paymentMethods)[number]
