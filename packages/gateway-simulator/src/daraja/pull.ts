import { nairobiSecond } from '@marashi/domain/rules/nairobi-time'
import { z } from 'zod'
import type { ReplyPlan } from '../core/reply-plan.ts'
import { Script } from '../core/script.ts'
import type { World } from '../core/world.ts'
import { decline } from './daraja-error.ts'
import type { DarajaSettings } from './settings.ts'

/** What is wrong with the next list: a line is missing, doubled or has another amount, or all come as text. */
export const listPlan = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('right') }),
  z.strictObject({ kind: z.literal('missing'), receipt: z.string() }),
  z.strictObject({ kind: z.literal('doubled'), receipt: z.string() }),
  z.strictObject({ kind: z.literal('wrong'), receipt: z.string(), amountCents: z.number().int().positive() }),
  z.strictObject({ kind: z.literal('text') }),
])
export type ListPlan = z.output<typeof listPlan>

const PAGE = 10
const REACHES_BACK_MS = 48 * 3_600_000
const time = z.string().regex(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
const registration = z.object({
  ShortCode: z.string(),
  RequestType: z.literal('Pull'),
  NominatedNumber: z.string().regex(/^254\d{9}$/),
  CallBackURL: z.url(),
})
const listRequest = z.object({
  ShortCode: z.string(),
  StartDate: time,
  EndDate: time,
  OffSetValue: z.string().regex(/^\d+$/),
})

/** Daraja's list of the payments to a number in the last 48 hours; the offset counts rows. */
export class Pull {
  readonly scripts
  readonly #settings: DarajaSettings
  readonly #world: World
  #isRegistered = false

  constructor(settings: DarajaSettings, world: World) {
    const { chance } = world
    this.#settings = settings
    this.#world = world
    this.scripts = {
      pull: new Script<ReplyPlan>(chance.branch('daraja.pull'), { kind: 'normal' }),
      list: new Script<ListPlan>(chance.branch('daraja.pull-list'), { kind: 'right' }),
    }
  }

  register(body: unknown): Record<string, string> {
    const { ShortCode } = read(registration, body)
    this.#requireOwn(ShortCode)
    const known = this.#isRegistered
    this.#isRegistered = true
    return {
      ResponseRefID: '1',
      ResponseStatus: known ? '1001' : '1000',
      ShortCode,
      ResponseDescription: known ? 'ShortCode already Registered' : 'ShortCode Registered Successfully',
    }
  }

  list(body: unknown): Record<string, unknown> {
    const request = read(listRequest, body)
    this.#requireOwn(request.ShortCode)
    const rows = this.#isRegistered ? this.#rowsOf(request) : []
    const page = rows.slice(Number(request.OffSetValue), Number(request.OffSetValue) + PAGE)
    if (page.length === 0)
      return { ResponseRefID: '1', ResponseCode: '1001', ResponseMessage: 'No data', Response: '[[]]' }
    const plan = this.scripts.list.draw()
    const Response = [changed(page, plan)]
    return {
      ResponseRefID: '1',
      ResponseCode: '1000',
      ResponseMessage: 'Success',
      Response: plan.kind === 'text' ? JSON.stringify(Response) : Response,
    }
  }

  reset(): void {
    for (const script of Object.values(this.scripts)) script.reset()
    this.#isRegistered = false
  }

  #requireOwn(shortcode: string): void {
    if (shortcode !== this.#settings.shortcode) throw decline('400.002.02', 'Bad Request - Invalid ShortCode')
  }

  #rowsOf({ StartDate, EndDate }: z.output<typeof listRequest>): Row[] {
    const { ledger, clock } = this.#world
    const oldest = nairobiSecond(clock.now().getTime() - REACHES_BACK_MS)
    return ledger
      .entries()
      .filter(({ gateway }) => gateway === 'mpesa')
      .map((entry) => ({ entry, at: nairobiSecond(entry.at) }))
      .filter(({ at }) => at >= StartDate && at < EndDate && at >= oldest)
      .map(({ entry, at }) => ({
        transactionId: entry.receipt,
        trxDate: at,
        msisdn: entry.phone,
        sender: 'MPESA',
        transactiontype: 'c2b-pay-bill-debit',
        billreference: entry.orderReference,
        amount: (entry.amountCents / 100).toFixed(2),
        organizationname: this.#settings.merchantName,
      }))
  }
}

interface Row {
  transactionId: string
  trxDate: string
  msisdn: string | null
  sender: string
  transactiontype: string
  billreference: string
  amount: string
  organizationname: string
}

function changed(rows: Row[], plan: ListPlan): Row[] {
  if (plan.kind === 'right' || plan.kind === 'text') return rows
  return rows.flatMap((row) => {
    if (row.transactionId !== plan.receipt) return [row]
    if (plan.kind === 'missing') return []
    if (plan.kind === 'doubled') return [row, row]
    return [{ ...row, amount: (plan.amountCents / 100).toFixed(2) }]
  })
}

function read<Schema extends z.ZodType>(schema: Schema, body: unknown): z.output<Schema> {
  const result = schema.safeParse(body)
  if (!result.success) throw decline('400.002.02', `Bad Request - Invalid ${String(result.error.issues[0]?.path[0])}`)
  return result.data
}
