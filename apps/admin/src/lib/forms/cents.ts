import { formatKsh } from '@marashi/domain/rules/money'

/** Cents as shillings without decimals, for every payment in the administration (docs/behaviour.md#money-units). */
export function wholeKsh(cents: number): string {
  return formatKsh(Math.round(cents / 100))
}
