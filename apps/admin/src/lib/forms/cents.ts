import { formatKsh } from '@marashi/domain/rules/money'

/** Cents as shillings without decimals, for every payment in the administration (docs/behaviour.md#money-units). */
export function wholeKsh(cents: number): string {
  return formatKsh(Math.round(cents / 100))
}

/** Cents as somebody types them. An empty field is null; what is no number is NaN, which the contract refuses. */
export function typedCents(text: unknown): number | null {
  const plain = String(text ?? '').replace(/[,\s]/g, '')
  return plain === '' ? null : Number(plain)
}
