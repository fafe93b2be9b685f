import { z } from 'zod'
import { Deliveries } from '../core/deliveries.ts'
import type { DeliveryPlan } from '../core/delivery-plan.ts'
import type { LedgerEntry } from '../core/ledger.ts'
import { mpesaReceipt, token } from '../core/random-id.ts'
import type { ReplyPlan } from '../core/reply-plan.ts'
import { Script } from '../core/script.ts'
import type { World } from '../core/world.ts'
import { decline } from './daraja-error.ts'
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
export interface Reversal {
  conversationId: string
  originatorConversationId: string
  /** The payment's receipt, as it was asked for. */
  receipt: string
  amountShillings: number
  /** Null until it ends; `0` is done. */
  code: string | null
  /** The receipt of the reversal itself. */
  reversalReceipt: string | null
}

const text = z.union([z.string(), z.number()]).transform(String)
const address = z
  .url({ protocol: /^https?$/ })
  .refine((url) => !/mpesa|m-pesa|safaricom|exec?|cmd|sql|query/i.test(url))
const operator = { Initiator: z.string(), SecurityCredential: z.string() }
const reversalRequest = z.object({
  ...operator,
  CommandID: z.literal('TransactionReversal'),
  TransactionID: z.string().min(1),
  Amount: z.coerce.number().int().min(1),
  ReceiverParty: text,
  RecieverIdentifierType: z.literal('11'),
  ResultURL: address,
  QueueTimeOutURL: address,
  Remarks: z.string().min(2).max(100),
})
const statusRequest = z.object({
  ...operator,
  CommandID: z.literal('TransactionStatusQuery'),
  TransactionID: z.string().default(''),
  OriginalConversationID: z.string().default(''),
  PartyA: text,
  IdentifierType: z.literal('4'),
  ResultURL: address,
  QueueTimeOutURL: address,
  Remarks: z.string().min(2).max(100),
})
type Operator = z.output<typeof reversalRequest> | z.output<typeof statusRequest>

/** Reversals and status queries of transactions: taken on at once whatever they ask for, and answered at an address. */
export class Reversals {
  readonly scripts
  readonly results: Deliveries<DeliveryPlan>
  readonly #settings: DarajaSettings
  readonly #world: World
  #all: Reversal[] = []

  constructor(settings: DarajaSettings, world: World) {
    const { schedule, clock, chance } = world
    this.#settings = settings
    this.#world = world
    const reply = (name: string) => new Script<ReplyPlan>(chance.branch(`daraja.${name}`), { kind: 'normal' })
    this.scripts = {
      reversal: reply('reversal'),
      status: reply('status'),
      outcome: new Script<ReversalPlan>(chance.branch('daraja.reversal-result'), { kind: 'result', afterMs: 20 }),
      result: new Script<DeliveryPlan>(chance.branch('daraja.result'), {}),
    }
    // A result that was missed does not come again.
    this.results = new Deliveries(this.scripts.result, { schedule, clock, timeoutMs: 5_000, retryDelaysMs: [] })
  }

  list(): Reversal[] {
    return [...this.#all]
  }

  /** Takes a reversal on and answers its acknowledgement. Even a wrong password is taken on. */
  reverse(body: unknown): Record<string, string> {
    const request = read(reversalRequest, body)
    const reversal: Reversal = {
      conversationId: `AG_${token(20)}`,
      originatorConversationId: `${token(12)}-1`,
      receipt: request.TransactionID,
      amountShillings: request.Amount,
      code: null,
      reversalReceipt: null,
    }
    this.#all.push(reversal)
    const plan = this.scripts.outcome.draw()
    if (plan.kind === 'timeout') this.#post(request.QueueTimeOutURL, reversal, { code: '1', text: 'Queue time out' })
    else if (plan.kind !== 'forgotten') this.#endLater(reversal, request, plan)
    return acknowledgement(reversal)
  }

  /** Takes a status query on and answers its acknowledgement. */
  query(body: unknown): Record<string, string> {
    const request = read(statusRequest, body)
    const ids = { conversationId: `AG_${token(20)}`, originatorConversationId: `${token(12)}-1` }
    const code = this.#refusalOf(request) ?? (this.#statusOf(request) ? '0' : '2032')
    const parameters = code === '0' ? this.#statusOf(request) : undefined
    this.#world.schedule.after(20, () =>
      this.#post(request.ResultURL, ids, { code, text: code === '0' ? 'processed' : 'failed', parameters }),
    )
    return acknowledgement(ids)
  }

  reset(): void {
    for (const script of Object.values(this.scripts)) script.reset()
    this.results.reset()
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
      this.#post(request.ResultURL, reversal, { code: reversal.code, text: 'processed', parameters, transactionId })
    })
  }

  /** The whole payment and nothing less goes back, once: the result code, with the money in the ledger. */
  #carryOut({ receipt, amountShillings }: Reversal, request: z.output<typeof reversalRequest>): string {
    const refused = this.#refusalOf(request)
    if (refused) return refused
    const entry = this.#payment(receipt)
    if (!entry) return 'R000002'
    if (entry.refundedCents > 0) return 'R000001'
    if (entry.amountCents !== amountShillings * 100) return '11'
    this.#world.ledger.refund(entry.id, entry.amountCents)
    return '0'
  }

  #refusalOf({ Initiator, SecurityCredential }: Operator): string | undefined {
    const { initiator } = this.#settings
    if (!initiator) return '21'
    return initiator.name === Initiator && initiator.credential === SecurityCredential ? undefined : '2001'
  }

  #payment(receipt: string): LedgerEntry | undefined {
    return this.#world.ledger.entries().find((entry) => entry.gateway === 'mpesa' && entry.receipt === receipt)
  }

  /** Of a conversation: how the reversal ended. Of a receipt: whether the payment stands. Undefined: unknown. */
  #statusOf(request: z.output<typeof statusRequest>): Record<string, string | number> | undefined {
    const reversal = this.#all.find(({ conversationId }) => conversationId === request.OriginalConversationID)
    if (reversal) {
      const status = reversal.code === null ? 'Initiated' : reversal.code === '0' ? 'Completed' : 'Declined'
      const ReceiptNo = reversal.reversalReceipt ?? `NONE${token(6)}`
      return { ReceiptNo, TransactionStatus: status, Amount: reversal.amountShillings }
    }
    const entry = this.#payment(request.TransactionID)
    if (!entry) return undefined
    return {
      ReceiptNo: entry.receipt,
      TransactionStatus: entry.refundedCents > 0 ? 'Reversed' : 'Completed',
      Amount: entry.amountCents / 100,
    }
  }

  #post(
    to: string,
    { conversationId, originatorConversationId }: Pick<Reversal, 'conversationId' | 'originatorConversationId'>,
    { code, text: ResultDesc, parameters, transactionId = 'SFC0000000' }: ResultFacts,
  ): void {
    const pairs = Object.entries(parameters ?? {}).map(([Key, Value]) => ({ Key, Value }))
    const body = JSON.stringify({
      Result: {
        ResultType: 0,
        ResultCode: /^\d+$/.test(code) ? Number(code) : code,
        ResultDesc,
        OriginatorConversationID: originatorConversationId,
        ConversationID: conversationId,
        TransactionID: transactionId,
        ...(parameters && { ResultParameters: { ResultParameter: pairs } }),
        ReferenceData: { ReferenceItem: { Key: 'QueueTimeoutURL', Value: to } },
      },
    })
    const compose = () => ({ body, headers: { 'content-type': 'application/json' } })
    this.results.send({ to, about: conversationId, compose })
  }
}

interface ResultFacts {
  code: string
  text: string
  parameters?: Record<string, string | number> | undefined
  transactionId?: string
}

const acknowledgement = ({
  conversationId,
  originatorConversationId,
}: Pick<Reversal, 'conversationId' | 'originatorConversationId'>) => ({
  OriginatorConversationID: originatorConversationId,
  ConversationID: conversationId,
  ResponseCode: '0',
  ResponseDescription: 'Accept the service request successfully.',
})

function read<T>(schema: z.ZodType<T>, body: unknown): T {
  const result = schema.safeParse(body)
  if (result.success) return result.data
  throw decline('400.002.02', `Bad Request - Invalid ${String(result.error.issues[0]?.path[0] ?? 'Request')}`)
}
