import type { Fixture } from '../fixture.ts'

/** Races between two shops on one database: `fixture` as the first one has it, `second` as the second. */
export type Race = (fixture: Fixture, second: Fixture) => Promise<void>

/** A race, and what the gateway does in it besides paying every prompt and saying everything several times. */
export interface RaceSetup {
  race: Race
  /** Payments by prompt are reported as those by hand too. */
  confirmsPrompts?: boolean
  /** How long callbacks are on their way. */
  callbackDelaysMs?: number[]
  /** The same for what is reported of payments by hand. */
  confirmationDelaysMs?: number[]
  /** The same for what Stripe reports. */
  webhookDelaysMs?: number[]
}
