/** "4,850" and "4850.00" are the same number; what may mean two is none. */

/** A point before one or two digits alone, which may be all: in much of the world "4.850" is what Kenya writes as "4,850". */
const numberForm = /^[+-]?(\d+|\d{1,3}(,\d{3})+|(?=\.))(\.\d{1,2})?$/

/**
 * A number as somebody types it, of any unit. An empty text, null and undefined are null; what is no number for certain, as
 * "350,00" and "4.000", is NaN, which every contract refuses.
 */
export function typedNumber(text: unknown): number | null {
  const digits = String(text ?? '').replaceAll(/\s/g, '')
  if (digits === '') return null
  return numberForm.test(digits) ? Number(digits.replaceAll(',', '')) : Number.NaN
}
