import type { PaymentMethods } from '@marashi/domain/contracts/payments'

/** Whether M-Pesa can be asked for this total now. */
export const takesMpesa = ({ mpesa, offered }: PaymentMethods, totalShillings: number): boolean =>
  mpesa !== null && offered.includes('mpesa') && totalShillings <= mpesa.maxShillings
