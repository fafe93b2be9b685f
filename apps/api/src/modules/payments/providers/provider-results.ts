import type { RestOperation } from '../../../http/rest-operation.ts'

/** Where a provider posts what became of a request that it takes on first and answers later. */
export interface ResultPolicy {
  /** Below `/api`, with `:token` for the secret end. */
  readonly path: string
  readonly acknowledgement: object
  /** How the API's document describes it. */
  readonly operation: RestOperation
}

/** Secret addresses for the answer to one request. */
export interface ResultAddresses {
  result: string
  /** Where the provider says that it had no time for it. */
  timeout: string
}
