import { isIP } from 'node:net'
import { connectionOptions } from '@marashi/postgres/connection'
import { z } from 'zod'

/** An unset variable and an empty one mean the same: `.env` files and compose files leave empty ones behind. */
export const optional = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => (value === '' ? undefined : value), schema.optional())
export const withDefault = <T extends z.ZodType>(schema: T, value: z.input<T>) =>
  z.preprocess((given) => (given === '' || given === undefined ? value : given), schema)

/** A setting that is one of a few words. */
export const oneOf = <const Words extends readonly [string, ...string[]]>(...words: Words) =>
  z.enum(words, `must be one of ${words.join(', ')}`)

export const trueOrFalse = z.stringbool({ error: 'must be true or false' })

/** Of anything that is counted. */
export function wholeNumber({ least = 0, most = Number.MAX_SAFE_INTEGER } = {}) {
  const bounds = most === Number.MAX_SAFE_INTEGER ? `of at least ${least}` : `from ${least} to ${most}`
  const message = `must be a whole number ${bounds}, in digits alone, as 5000`
  return z.coerce
    .number(message)
    .refine((number) => Number.isSafeInteger(number) && number >= least && number <= most, message)
}

/** Text of at most so many letters. */
export const shortText = (most: number) => z.string().max(most, `must have at most ${most} letters`)

/** Where a server is found. Its scheme is said: without it, host:port would be read as one. */
const address = (scheme: 'http' | 'smtp', example: string) =>
  z.string().refine((text) => new RegExp(`^${scheme}s?://[^/]`, 'i').test(text) && URL.canParse(text), {
    error: `must begin with ${scheme}s://, as ${example}`,
    abort: true,
  })

const hasNoQueryOrUser = (text: string) => {
  const { username, password, search, hash } = new URL(text)
  return username + password + search + hash === ''
}

export const mailServer = address('smtp', 'smtps://user:password@mail.example:465')

/** The shop puts its own paths behind it, so no / is left at its end. */
export const webAddress = address('http', 'https://s3.example.com')
  .refine(hasNoQueryOrUser, 'must have no query or user, as https://s3.example.com')
  .transform((text) => text.replace(/\/+$/, ''))

/** The same where all paths are the shop's or Safaricom's or Stripe's, so that there can be none in front of them. */
export const origin = (example: string) =>
  address('http', example)
    .refine(
      (text) => hasNoQueryOrUser(text) && /^\/*$/.test(new URL(text).pathname),
      `must be a server’s own address, without path, query or user, as ${example}`,
    )
    .transform((text) => new URL(text).origin)

/** A shell alone takes ~ for a home folder; here it would be a folder of that name in the project. */
export const folderPath = z
  .string()
  .regex(/^(?!~)/, 'must not begin with ~: write the whole path, as /home/amina/marashi')

/** Whether every % in a text begins a byte, as in Bearer%20…, and the bytes are UTF-8. */
export function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text)
    return true
  } catch {
    return false
  }
}

/** Addresses, networks or their names, separated by commas. Fastify would read a bare number as an address. */
export const areProxies = (text: string) =>
  text.split(',').every((part) => {
    const [address = '', range, ...more] = part.trim().split('/')
    if (more.length > 0) return false
    if (range === undefined && ['loopback', 'linklocal', 'uniquelocal'].includes(address)) return true
    return isIP(address) !== 0 && (range === undefined || isRange(range, isIP(address)))
  })

/** The end of 10.0.0.0/8, or of 10.0.0.0/255.0.0.0. */
const isRange = (range: string, family: number) =>
  /^\d{1,3}$/.test(range) ? Number(range) <= (family === 4 ? 32 : 128) : family === 4 && isIP(range) === 4

/** Parses the address as every connection will, certificates included. */
export function refuseUnreadable(url: string, context: z.core.$RefinementCtx<string>): void {
  try {
    connectionOptions(url)
  } catch (problem) {
    context.addIssue({ code: 'custom', message: problem instanceof Error ? problem.message : String(problem) })
  }
}
