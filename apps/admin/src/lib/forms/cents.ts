import { formatKsh } from '@marashi/domain/rules/money'

/** Cents in shillings without decimals, as the administrator reads every payment (specification §9). */
export function wholeKsh(cents: number): string {
  return formatKsh(Math.round(cents / 100))
}

/** Cents as somebody types them; nothing typed is null, what is no number fails the form's check. */
export function typedCents(text: unknown): number | null {
  const plain = String(text ?? '').replace(/[,\s]/g, '')
  return plain === '' ? null : Number(plain)
}
