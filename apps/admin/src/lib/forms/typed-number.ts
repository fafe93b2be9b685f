/**
 * A number as somebody types it: "4,850" and "4850.00" are the same. An empty field is null; what is no number is NaN,
 * which the contract refuses.
 */
export function typedNumber(text: unknown): number | null {
  const plain = String(text ?? '').replace(/[,\s]/g, '')
  return plain === '' ? null : Number(plain)
}
