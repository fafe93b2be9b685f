import { ShopError } from './shop-error.ts'

/** What a call of the client resolves to, whether the shop did as asked or not. */
export interface Answered<Data = unknown> {
  data?: Data
  error?: unknown
  response: Response
}

/** The data of those answers that have some. */
export type DataOf<Answer> = Answer extends { data: infer Data; error?: never } ? Data : never

/** What the shop answered. Throws a ShopError where it refused, and as the call where no answer came. */
export async function answerOf<Answer extends Answered>(call: Promise<Answer>): Promise<DataOf<Answer>> {
  const { data, error, response } = await call
  if (!response.ok) throw new ShopError(response, error)
  return data as DataOf<Answer>
}
