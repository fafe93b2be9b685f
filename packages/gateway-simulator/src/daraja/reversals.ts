import { z } from 'zod'
import type { LedgerEntry } from '../core/ledger.ts'
import { mpesaReceipt } from '../core/random-id.ts'
import type { ReplyPlan } from '../core/reply-plan.ts'
import { Script } from '../core/script.ts'
import type { World } from '../core/world.ts'
import { address, operatorFields, readRequest, refusalOf, textOrNumber } from './operator-request.ts'
import { acknowledgement, type Conversation, newConversation, type Results } from './results.ts'
import type { DarajaSettings } from './settings.ts'

/** How a reversal ends: as its request deserves, with another code, in the queue's time-out, or never. */
export const reversalPlan = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('result'), afterMs: z.number().int().min(0).default(20) }),
  z.strictObject({ kind: z.literal('code'), code: z.string(), afterMs: z.number().int().min(0).default(20) }),
  /** It is done, and its result names another payment and amount. */
  z.strictObject({ kind: z.literal('wrong') }),
  /** Not done: the queue had no time for it. */
  z.strictObject({ kind: z.literal('timeout') }),
  /** Not done, and nothing is ever said. */
  z.strictObject({ kind: z.literal('forgotten') }),
])
export type ReversalPlan = z.output<typeof reversalPlan>

/** A reversal that was taken on. */
export interface Reversal extends Conversation {
  /** The payment's receipt, as it was asked for. */
  receipt: string
  amountShillings: number
  /** Null until it ends; `0` is done. */
  code: string | null
  /** The receipt of the reversal itself. */
  reversalReceipt: string | null
}

const reversalRequest = z.object({
  ...operatorFields,
  CommandID: z.literal('TransactionReversal'),
  TransactionID: z.string().min(1),
  Amount: z.coerce.number().int().min(1),
  ReceiverParty: textOrNumber,
  RecieverIdentifierType: z.literal('11'),
  ResultURL: address,
  QueueTimeOutURL: address,
  Remarks: z.string().min(2).max(100),
})

/** Reversals: taken on at once whatever they ask for, and answered at an address. */
export class Reversals {
  readonly scripts
  readonly #settings: DarajaSettings
  readonly #world: World
  readonly #results: Results
  #all: Reversal[] = []

  constructor(settings: DarajaSettings, world: World, results: Results) {
    this.#settings = settings
    this.#world = world
    this.#results = results
    this.scripts = {
      reversal: new Script<ReplyPlan>(world.chance.branch('daraja.reversal'), { kind: 'normal' }),
      outcome: new Script<ReversalPlan>(world.chance.branch('daraja.reversal-result'), { kind: 'result', afterMs: 20 }),
    }
  }

  list(): Reversal[] {
    return [...this.#all]
  }

  /** Takes a reversal on and answers its acknowledgement. Even a wrong password is taken on. */
  reverse(body: unknown): Record<string, string> {
    const request = readRequest(reversalRequest, body)
    const reversal: Reversal = {
      ...newConversation(),
      receipt: request.TransactionID,
      amountShillings: request.Amount,
      code: null,
      reversalReceipt: null,
    }
    this.#all.push(reversal)
    const plan = this.scripts.outcome.draw()
    if (plan.kind === 'timeout') {
      this.#results.post(request.QueueTimeOutURL, reversal, { code: '1', text: 'Queue time out' })
    } else if (plan.kind !== 'forgotten') this.#endLater(reversal, request, plan)
    return acknowledgement(reversal)
  }

  reset(): void {
    for (const script of Object.values(this.scripts)) script.reset()
    this.#all = []
  }

  #endLater(
    reversal: Reversal,
    request: z.output<typeof reversalRequest>,
    plan: Exclude<ReversalPlan, { kind: 'timeout' | 'forgotten' }>,
  ): void {
    const afterMs = plan.kind === 'wrong' ? 20 : plan.afterMs
    this.#world.schedule.after(afterMs, () => {
      reversal.code = plan.kind === 'code' ? plan.code : this.#carryOut(reversal, request)
      if (reversal.code === '0') reversal.reversalReceipt = mpesaReceipt()
      const isWrong = plan.kind === 'wrong'
      const parameters =
        reversal.code === '0'
          ? {
              OriginalTransactionID: isWrong ? 'WRONG00001' : reversal.receipt,
              Amount: isWrong ? reversal.amountShillings + 1 : reversal.amountShillings,
              Charge: 0,
              CreditPartyPublicName: '254712345678 - AMINA OTIENO',
            }
          : undefined
      const transactionId = reversal.reversalReceipt ?? 'SFC0000000'
      this.#results.post(request.ResultURL, reversal, {
        code: reversal.code,
        text: 'processed',
        parameters,
        transactionId,
      })
    })
  }

  /** The whole payment and nothing less goes back, once: the result code, with the money in the ledger. */
  #carryOut({ receipt, amountShillings }: Reversal, request: z.output<typeof reversalRequest>): string {
    const refused = refusalOf(this.#settings, request)
    if (refused) return refused
    const entry = this.#payment(receipt)
    if (!entry) return 'R000002'
    if (entry.refundedCents > 0) return 'R000001'
    if (entry.amountCents !== amountShillings * 100) return '11'
    this.#world.ledger.refund(entry.id, entry.amountCents)
    return '0'
  }

  #payment(receipt: string): LedgerEntry | undefined {
    return this.#world.ledger.entries().find((entry) => entry.gateway === 'mpesa' && entry.receipt === receipt)
  }
}
