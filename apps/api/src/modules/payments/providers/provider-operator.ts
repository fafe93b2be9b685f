import type { ResultKind } from '../results/result-address.entity.ts'
import type { ProviderContext } from './provider.ts'

/** Whoever asks for what the shop's own keys may not: an operator with a password of its own, which ends or is locked. */
export interface ProviderOperator {
  /** Stands for the operator's present settings without telling them; null where there is none. */
  nameOf(ctx: ProviderContext): string | null
  /** The code by which a result refuses the operator itself, whatever it was asked; null where it does not. */
  refusalIn(body: string, kind: ResultKind): string | null
  /** Whether such a code stops money from going back too; else only questions about payments. */
  stopsRefunds(code: string): boolean
  /** What such a code means, and what to do about it, in words for the owner. */
  wordsOf(code: string): { message: string; remedy: string }
}
