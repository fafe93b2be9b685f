/** A receipt or transaction id names one movement of money, however it was typed or pasted. */

const noise = /[\s\p{Cc}\p{Cf}]/gu
// Ten letters and digits. Stripe's ids hold an underscore, and their case counts.
const mpesaReceipt = /^[a-z0-9]{10}$/i

/** A reference as it is stored: without spaces and invisible marks, an M-Pesa receipt in capitals. */
export function normaliseReference(text: string): string {
  const clean = text.replace(noise, '')
  return mpesaReceipt.test(clean) ? clean.toUpperCase() : clean
}

/** Whether two references name the same movement of money: case never tells two apart. */
export const isSameReference = (one: string, other: string): boolean =>
  normaliseReference(one).toUpperCase() === normaliseReference(other).toUpperCase()
