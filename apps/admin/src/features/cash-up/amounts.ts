import { formatKsh } from '@marashi/domain/rules/money'

/** Cents as shillings, with their cents where there are any: the daily check must be exact. */
export const ksh = (cents: number): string => formatKsh(cents / 100)

/** The same for a column that names its unit. */
export const bareKsh = (cents: number): string => ksh(cents).replace('Ksh ', '').replace('-', '−')

/** A difference always has its sign. */
export const signedKsh = (cents: number): string => (cents > 0 ? `+${bareKsh(cents)}` : bareKsh(cents))
