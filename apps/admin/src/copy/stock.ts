import { formatWhole } from '@marashi/domain/rules/whole-number'
import { counted } from './counted.ts'

/** The stock of the shop, and the control of each perfume. See docs/behaviour.md#stock. */
export const stockCopy = {
  title: 'Stock',
  low: (count: number) => `${counted(count, 'perfume is', 'perfumes are')} running out`,
  list: 'Running out',
  none: 'Nothing is running out',
  noneHint: 'Perfumes that you count are listed here when few pieces are left.',
  andMore: (count: number) => `and ${formatWhole(count)} more, listed here once there is room`,
  toProducts: 'All products',
  loginHint: 'Log in to see what is left.',
  of: (name: string) => `Stock of ${name}`,
  soldOut: 'Sold out',
  left: 'Left',
  leftOf: (name: string) => `Pieces left of ${name}`,
  notCounted: 'Not counted',
  notPieces: 'Please enter whole pieces, at most 1,000,000',
  more: (name: string) => `One more of ${name}`,
  less: (name: string) => `One less of ${name}`,
  lowAt: 'Low from',
  usual: 'Usual',
  lowAtOf: (name: string) => `${name} is low from`,
  failed: 'Failed to save the stock',
  failedLoad: 'The stock could not be loaded.',
  loading: 'Loading the stock',
  saved: (name: string, left: number | null) =>
    left === null ? `${name} is not counted` : `${formatWhole(left)} left of ${name}`,
  atOnce: 'The stock is saved at once.',
  short: 'Orders that are short',
  shortText: 'Paid or begun late: their pieces had been sold by then. Call the customer, or restock.',
  moreShort: (count: number) => `and ${formatWhole(count)} more, of newer orders`,
  missing: (pieces: number, name: string) => `${formatWhole(pieces)} of ${name} missing`,
} as const
