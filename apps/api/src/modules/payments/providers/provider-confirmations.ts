import type { TransactionToKeep } from '../transactions/upsert-transaction.ts'
import type { ProviderContext } from './provider.ts'
import type { ResultPolicy } from './provider-results.ts'

/** How a provider reports, by itself, payments that were made by hand: it posts them to one lasting secret address. */
export interface ProviderConfirmations {
  readonly confirmation: ResultPolicy
  /** Where it asks before it takes a payment on; the shop refuses none. */
  readonly validation: ResultPolicy
  /** Reads the body of a stored confirmation. */
  read(ctx: ProviderContext, body: string): ReadConfirmation | 'unreadable'
  /** Why the addresses cannot be registered here now, for the administrator; null where they can. */
  unavailable(ctx: ProviderContext): string | null
  /** Which account of the provider reports them, in a form that differs for every other one. */
  account(ctx: ProviderContext): string
  /** Tells the provider where to report. A throw counts as failed. */
  register(ctx: ProviderContext, addresses: ConfirmationUrls): Promise<Registration>
}

export interface ConfirmationUrls {
  confirmationUrl: string
  validationUrl: string
}

export interface ReadConfirmation {
  line: Omit<TransactionToKeep, 'gateway' | 'source'>
  /** Why it is left to the owner, where it is. */
  why?: string
}

/** `message`: what the provider said. `already-registered`: it has addresses and takes new ones elsewhere. */
export interface Registration {
  state: 'registered' | 'already-registered' | 'failed'
  message: string
}
