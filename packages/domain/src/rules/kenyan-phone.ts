/** M-Pesa prompts only Kenyan mobile numbers, in whatever form the customer writes them. */

/** A number as M-Pesa expects it: country code first, no plus sign, twelve digits. */
export type Msisdn = `2547${string}` | `2541${string}`

export type KenyanPhone = { ok: true; msisdn: Msisdn } | { ok: false; problem: 'required' | 'invalid' | 'network' }

/** The two digits after 254 or 0 that the shop accepts. See docs/behaviour.md#kenyan-phone-numbers. */
const networks = new Set(['70', '71', '72', '74', '75', '76', '77', '78', '79', '10', '11'])

/**
 * A Kenyan mobile number whose 0 was left out, or left in after the country's code, as `0712345678`; any other text as it is.
 * The database takes 712 345 678 and 0712 345 678 for two customers.
 */
export function withTrunkZero(text: string): string {
  const national = /^(?:(?:00)?2540)?([71]\d{8})$/.exec(text.replace(/\D/g, ''))?.[1]
  return national ? `0${national}` : text
}

/**
 * Parses a phone number with any punctuation. `required`: nothing was typed. `invalid`: not 254 or 0, then 7 or 1, then
 * eight digits. `network`: a Kenyan mobile number of a network that the shop does not accept.
 */
export function parseKenyanPhone(text: string): KenyanPhone {
  if (text.trim() === '') return { ok: false, problem: 'required' }
  const national = /^(?:254|0)([71]\d{8})$/.exec(text.replace(/\D/g, ''))?.[1]
  if (!national) return { ok: false, problem: 'invalid' }
  if (!networks.has(national.slice(0, 2))) return { ok: false, problem: 'network' }
  return { ok: true, msisdn: `254${national}` as Msisdn }
}
