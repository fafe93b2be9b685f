/** The payment providers that people choose and read of, by the name that all of the shop knows them by. */
export const paymentMethods = ['stripe', 'mpesa'] as const
export type PaymentMethod = (typeof paymentMethods)[number]
