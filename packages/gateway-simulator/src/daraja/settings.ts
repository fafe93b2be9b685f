/** What a merchant has from Safaricom, and how strict and slow the stand-in is. */
export interface DarajaSettings {
  consumerKey: string
  consumerSecret: string
  /** The paybill number, or for a till the store number. */
  shortcode: string
  passkey: string
  /** The till number that goes with the store number; unset for a paybill. */
  tillNumber?: string | undefined
  /** The operator who may reverse payments, and the password as it arrives; unset: nobody may. */
  initiator?: { name: string; credential: string } | undefined
  /** The name that the customer reads in the prompt. */
  merchantName: string
  tokenLifeSeconds: number
  /** How long a prompt waits for the customer, and how it ends then: 1037 (no answer) or 1019 (expired). */
  promptLifeMs: number
  expiryCode: '1037' | '1019'
  /**
   * Spike arrest of the status query; null for none. `burst`: how many may come at once, the rest evenly; unset: all of
   * them.
   */
  queryLimit: { count: number; seconds: number; burst?: number } | null
  /** How long Daraja waits for the shop to take a callback, and whether it tries again. */
  callbackTimeoutMs: number
  callbackRetriesMs: readonly number[]
  /** The same for what is reported of payments by hand. */
  confirmationRetriesMs: readonly number[]
  /** Whether a payment by prompt is reported to the address for payments by hand too. */
  confirmsPrompts: boolean
  /** Whether that address can be registered once only, as in production. */
  registersOnce: boolean
  /** Whether phones of answering-phones.ts answer by themselves. */
  hasAnsweringPhones: boolean
}

type Required = 'consumerKey' | 'consumerSecret' | 'shortcode' | 'passkey'

/** What must be given, and what has a usual value. */
export type DarajaOptions = Pick<DarajaSettings, Required> & Partial<Omit<DarajaSettings, Required>>

export function darajaSettings(options: DarajaOptions): DarajaSettings {
  return {
    merchantName: 'Marashi',
    tokenLifeSeconds: 3599,
    promptLifeMs: 60_000,
    expiryCode: '1037',
    // Seen in the sandbox: 5 per 60 s.
    queryLimit: { count: 5, seconds: 60 },
    callbackTimeoutMs: 5_000,
    // Sources disagree on retries; a callback that was missed is assumed gone.
    callbackRetriesMs: [],
    confirmationRetriesMs: [],
    confirmsPrompts: false,
    registersOnce: true,
    hasAnsweringPhones: false,
    ...options,
  }
}
