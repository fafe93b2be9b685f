import { toNairobiDigits } from '@marashi/domain/rules/nairobi-time'
import { z } from 'zod'
import type { LedgerEntry } from '../core/ledger.ts'
import { token } from '../core/random-id.ts'
import type { ReplyPlan } from '../core/reply-plan.ts'
import { Script } from '../core/script.ts'
import type { World } from '../core/world.ts'
import { address, operatorFields, readRequest, refusalOf, textOrNumber } from './operator-request.ts'
import { acknowledgement, newConversation, type Results } from './results.ts'
import type { Reversal, Reversals } from './reversals.ts'
import type { DarajaSettings } from './settings.ts'

const afterMs = z.number().int().min(0).default(20)
type Parameters = Record<string, string | number>

/** What a status query comes to: the truth, a code without parameters, changed parameters, the queue's time-out, or nothing. */
export const statusPlan = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('result'), afterMs }),
  z.strictObject({ kind: z.literal('code'), code: z.string(), afterMs }),
  /** The truth, but for these parameters. */
  z.strictObject({ kind: z.literal('reported'), parameters: z.record(z.string(), z.union([z.string(), z.number()])) }),
  z.strictObject({ kind: z.literal('timeout') }),
  z.strictObject({ kind: z.literal('forgotten') }),
])
export type StatusPlan = z.output<typeof statusPlan>

const statusRequest = z.object({
  ...operatorFields,
  CommandID: z.literal('TransactionStatusQuery'),
  TransactionID: z.string().default(''),
  OriginalConversationID: z.string().default(''),
  PartyA: textOrNumber,
  IdentifierType: z.literal('4'),
  ResultURL: address,
  QueueTimeOutURL: address,
  Remarks: z.string().min(2).max(100),
})
type StatusRequest = z.output<typeof statusRequest>

/** Status queries of any transaction, by its receipt or its conversation: taken on at once, answered at an address. */
export class TransactionStatus {
  readonly scripts
  readonly #settings: DarajaSettings
  readonly #world: World
  readonly #results: Results
  readonly #reversals: Reversals

  constructor(
    settings: DarajaSettings,
    world: World,
    { results, reversals }: { results: Results; reversals: Reversals },
  ) {
    this.#settings = settings
    this.#world = world
    this.#results = results
    this.#reversals = reversals
    this.scripts = {
      status: new Script<ReplyPlan>(world.chance.branch('daraja.status'), { kind: 'normal' }),
      outcome: new Script<StatusPlan>(world.chance.branch('daraja.status-result'), { kind: 'result', afterMs: 20 }),
    }
  }

  /** Takes a status query on and answers its acknowledgement. */
  query(body: unknown): Record<string, string> {
    const request = readRequest(statusRequest, body)
    const ids = newConversation()
    const plan = this.scripts.outcome.draw()
    if (plan.kind === 'timeout') {
      this.#results.post(request.QueueTimeOutURL, ids, { code: '1', text: 'Queue time out' })
    } else if (plan.kind !== 'forgotten') {
      this.#world.schedule.after(plan.kind === 'reported' ? 20 : plan.afterMs, () =>
        this.#results.post(request.ResultURL, ids, this.#resultOf(request, plan)),
      )
    }
    return acknowledgement(ids)
  }

  reset(): void {
    for (const script of Object.values(this.scripts)) script.reset()
  }

  #resultOf(request: StatusRequest, plan: Exclude<StatusPlan, { kind: 'timeout' | 'forgotten' }>) {
    if (plan.kind === 'code') return { code: plan.code, text: 'failed' }
    const refusal = refusalOf(this.#settings, request)
    if (refusal) return { code: refusal, text: 'failed' }
    const known = this.#statusOf(request)
    const parameters = plan.kind === 'reported' ? { ...known, ...plan.parameters } : known
    return parameters ? { code: '0', text: 'processed', parameters } : { code: '2032', text: 'failed' }
  }

  /** Of a conversation: how the reversal ended. Of a receipt: how the transaction stands. Undefined: unknown. */
  #statusOf({ OriginalConversationID, TransactionID }: StatusRequest): Parameters | undefined {
    const reversals = this.#reversals.list()
    const reversal =
      reversals.find(({ conversationId }) => conversationId === OriginalConversationID) ??
      reversals.find(({ reversalReceipt }) => reversalReceipt !== null && reversalReceipt === TransactionID)
    if (reversal) return this.#ofReversal(reversal)
    const entry = this.#world.ledger
      .entries()
      .find(({ gateway, receipt }) => gateway === 'mpesa' && receipt === TransactionID)
    return entry && this.#ofPayment(entry)
  }

  #ofReversal({ code, reversalReceipt, amountShillings }: Reversal): Parameters {
    return {
      ReceiptNo: reversalReceipt ?? `NONE${token(6)}`,
      TransactionStatus: code === null ? 'Initiated' : code === '0' ? 'Completed' : 'Declined',
      Amount: amountShillings,
      DebitPartyName: this.#shop(),
      CreditPartyName: '254712345678 - AMINA OTIENO',
    }
  }

  #ofPayment({ receipt, amountCents, refundedCents, phone, at }: LedgerEntry): Parameters {
    const time = toNairobiDigits(new Date(at))
    return {
      ReceiptNo: receipt,
      TransactionStatus: refundedCents > 0 ? 'Reversed' : 'Completed',
      Amount: amountCents / 100,
      DebitPartyName: `${phone ?? '254712345678'} - AMINA OTIENO`,
      CreditPartyName: this.#shop(),
      // Names come with and without spaces.
      'Initiated Time': time,
      FinalisedTime: Number(time),
    }
  }

  #shop(): string {
    const { tillNumber, shortcode, merchantName } = this.#settings
    return `${tillNumber ?? shortcode} - ${merchantName}`
  }
}
