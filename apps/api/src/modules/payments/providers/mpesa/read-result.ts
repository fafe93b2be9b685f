import { z } from 'zod'
import { parseDarajaJson, textOrNumber } from './daraja-json.ts'

/** What Daraja posts to a result address, read from any of its shapes. */
export interface DarajaResult {
  code: string
  text: string
  conversationId: string | undefined
  /** The receipt of what was done. */
  transactionId: string | undefined
  parameter(name: string): string | undefined
  hasParameters: boolean
}

const pair = z.object({ Key: z.string(), Value: textOrNumber.nullish() })
const envelope = z.object({
  Result: z.object({
    ResultCode: textOrNumber,
    ResultDesc: z.string().nullish(),
    ConversationID: z.string().nullish(),
    TransactionID: z.string().nullish(),
    ResultParameters: z.object({ ResultParameter: z.union([z.array(pair), pair]).nullish() }).nullish(),
  }),
})

/** Undefined where a body is no result. Parameters are found by name; Daraja sends one alone, or a list of them. */
export function readDarajaResult(body: string): DarajaResult | undefined {
  const parsed = envelope.safeParse(parseDarajaJson(body))
  if (!parsed.success) return undefined
  const { ResultCode, ResultDesc, ConversationID, TransactionID, ResultParameters } = parsed.data.Result
  const pairs = [ResultParameters?.ResultParameter ?? []].flat()
  return {
    code: String(ResultCode),
    text: ResultDesc ?? '',
    conversationId: ConversationID || undefined,
    transactionId: TransactionID || undefined,
    // Names come with and without spaces.
    parameter(name) {
      const value = pairs.find(({ Key }) => Key.replaceAll(' ', '') === name)?.Value
      return value === undefined || value === null ? undefined : String(value)
    },
    hasParameters: pairs.length > 0,
  }
}
