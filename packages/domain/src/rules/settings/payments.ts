/** Which ways to pay the owner has switched off, and the words beside the Till or Paybill. */

import { z } from 'zod'
import { line, setting } from './setting.ts'

/** What an order can be placed with. */
const checkoutWays = ['mpesa', 'stripe', 'manual'] as const

/** The ways to pay that have a switch: those, and paying the Till or Paybill without a prompt. */
export const waysToPay = [...checkoutWays, 'by-hand'] as const
export type WayToPay = (typeof waysToPay)[number]

const switchedOff = z
  .array(z.enum(waysToPay))
  .refine((given) => new Set(given).size === given.length, 'Each may be named once')
  .refine(
    (given) => checkoutWays.some((way) => !given.includes(way)),
    'One of M-Pesa, card and pay on delivery must stay on',
  )

export const paymentsSettings = {
  /** A way that comes with a later version of the shop is on. */
  switchedOff: setting(switchedOff, []),
  /** What the Till or Paybill is called where its number stands; empty: as M-Pesa calls it. */
  numberWords: setting(line(40), ''),
  /** Beside the account number of a Paybill. */
  accountHint: setting(line(120), ''),
  /** The name that M-Pesa shows before the shopper enters the PIN. */
  payeeName: setting(line(60), ''),
}
