import { formatWhole } from '@marashi/domain/rules/whole-number'
import { counted } from './counted.ts'

/** Texts of the packing slips. */
export const slipsCopy = {
  title: 'Packing slips',
  loginHint: 'Please log in to print packing slips',
  back: 'Back to the orders',
  paper: 'Paper',
  sizes: { roll80: '80 mm', a6: 'A6' },
  print: 'Print',
  none: 'These orders are no longer there.',
  slipOf: (number: string) => `Packing slip of order ${number}`,
  promised: (day: string) => `Promised: ${day}`,
  placed: (time: string) => `Packing slip · ${time}`,
  bottles: (count: number) => counted(count, 'bottle'),
  paid: 'PAID',
  collectNothing: (receipt: string | null) => (receipt ? `Collect nothing · ${receipt}` : 'Collect nothing'),
  collect: (amount: string) => `Collect ${amount}`,
  collectHow: 'Cash or M-Pesa',
  collectAgreed: 'Collect what was agreed',
  collectAgreedHow: (fee: string | null) => (fee ? `and ${fee} for the delivery · Cash or M-Pesa` : 'Cash or M-Pesa'),
  off: {
    cancelled: { what: 'DO NOT SEND', why: 'The order is cancelled' },
    refunded: { what: 'DO NOT SEND', why: 'Its money went back' },
    unpaid: { what: 'NOT PAID YET', why: 'Send it when its money has come' },
    toCheck: { what: 'CHECK THE MONEY', why: 'Look at its payments before it is sent' },
  },
  thanks: 'Thank you. Questions? WhatsApp',
  slip: 'Slip',
  slipFor: (number: string) => `Print the packing slip of order ${number}`,
  many: 'Print slips',
  ofThese: (count: number) => `Print the slips of the ${formatWhole(count)} orders to send`,
} as const
