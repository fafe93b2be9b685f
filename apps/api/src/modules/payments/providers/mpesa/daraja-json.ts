import { z } from 'zod'

/** Daraja writes numbers as numbers or as text. */
export const textOrNumber = z.union([z.string(), z.number()])

/** The JSON of a body that Daraja posts; undefined where it is none. */
export function parseDarajaJson(body: string): unknown {
  try {
    // PostgreSQL stores no NUL, and a message must not stay unread for one in its text.
    return JSON.parse(body, (_name, value) => (typeof value === 'string' ? value.replaceAll('\u0000', '') : value))
  } catch {
    return undefined
  }
}
