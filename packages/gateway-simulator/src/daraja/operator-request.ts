import { z } from 'zod'
import { decline } from './daraja-error.ts'
import type { DarajaSettings } from './settings.ts'

/** What an operator of the shop asks for; a wrong one is taken on too and refused in the result. */
export interface Operator {
  Initiator: string
  SecurityCredential: string
}

export const operatorFields = { Initiator: z.string(), SecurityCredential: z.string() }
export const textOrNumber = z.union([z.string(), z.number()]).transform(String)
/** Daraja refuses addresses with such words in them. */
export const address = z
  .url({ protocol: /^https?$/ })
  .refine((url) => !/mpesa|m-pesa|safaricom|exec?|cmd|sql|query/i.test(url))

/** Declines a request that names the first field that is wrong. */
export function readRequest<T>(schema: z.ZodType<T>, body: unknown): T {
  const result = schema.safeParse(body)
  if (result.success) return result.data
  throw decline('400.002.02', `Bad Request - Invalid ${String(result.error.issues[0]?.path[0] ?? 'Request')}`)
}

/** The result code of a request whose operator may not make it. */
export function refusalOf(
  { initiator }: DarajaSettings,
  { Initiator, SecurityCredential }: Operator,
): string | undefined {
  if (!initiator) return '21'
  return initiator.name === Initiator && initiator.credential === SecurityCredential ? undefined : '2001'
}
