import { randomInt } from 'node:crypto'

const LETTERS_AND_DIGITS = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'
const CAPITALS_AND_DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'

/** An id as Stripe makes them, such as `pi_3Nf…`. Never from the seed: two runs over one ledger must not make the same id. */
export function stripeId(prefix: string): string {
  return `${prefix}_${draw(LETTERS_AND_DIGITS, 24)}`
}

/** A receipt as M-Pesa writes them: ten capitals and digits that begin with a capital, such as TJK7RT61SV. */
export function mpesaReceipt(): string {
  return draw(CAPITALS_AND_DIGITS.slice(0, 26), 1) + draw(CAPITALS_AND_DIGITS, 9)
}

/** As many digits as asked for. */
export function digits(length: number): string {
  return draw('0123456789', length)
}

/** As many letters and digits as asked for. */
export function token(length: number): string {
  return draw(LETTERS_AND_DIGITS, length)
}

function draw(alphabet: string, length: number): string {
  return Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('')
}
