import { nairobiSecond } from '@marashi/domain/rules/nairobi-time'
import type { LedgerLine, Period } from '../../provider-ledger.ts'
import type { DarajaHttp } from '../daraja-http.ts'
import { pulledLine } from './pulled-line.ts'

export interface MpesaPull {
  /** The payments of a period that ends no more than 48 hours ago. Throws where there was no readable answer. */
  between(period: Period): AsyncGenerator<LedgerLine[]>
}

interface PullSettings {
  shortcode: string
  /** The telephone that Safaricom knows for this number. */
  nominatedNumber: string
  callbackUrl: string
}

const MAX_CALLS = 500

/** Daraja's pull transactions: docs/gateways/mpesa.md#list-of-payments. */
export function darajaPull({ shortcode, nominatedNumber, callbackUrl }: PullSettings, http: DarajaHttp): MpesaPull {
  let isRegistered = false

  async function register(): Promise<void> {
    if (isRegistered) return
    const answer = await http('/pulltransactions/v1/register', {
      ShortCode: shortcode,
      RequestType: 'Pull',
      NominatedNumber: nominatedNumber,
      CallBackURL: callbackUrl,
    })
    const status = String(answer.ResponseStatus ?? answer['Response Status'] ?? '')
    // 1001: it was registered before.
    if (status !== '1000' && status !== '1001') throw refused(status, answer.ResponseDescription)
    isRegistered = true
  }

  async function query({ from, until }: Period, offset: number): Promise<LedgerLine[]> {
    const answer = await http('/pulltransactions/v1/query', {
      ShortCode: shortcode,
      StartDate: nairobiSecond(from),
      EndDate: nairobiSecond(until),
      OffSetValue: String(offset),
    })
    const code = String(answer.ResponseCode ?? '')
    if (code === '1001') return []
    if (code !== '1000') throw refused(code, answer.ResponseMessage)
    return rowsIn(answer.Response).map(pulledLine)
  }

  return {
    async *between(period) {
      await register()
      yield* everyPage((offset) => query(period, offset))
    },
  }
}

/**
 * The offset counts rows or pages; no source says which. The second call asks for 1: mostly known rows mean that rows are
 * counted. The list ends where a call brings nothing new.
 */
async function* everyPage(query: (offset: number) => Promise<LedgerLine[]>): AsyncGenerator<LedgerLine[]> {
  const seen = new Set<string>()
  let countsRows = false
  let offset = 0
  for (let calls = 0; calls < MAX_CALLS; calls++) {
    const rows = await query(offset)
    const fresh = rows.filter(({ reference }) => !seen.has(reference))
    if (fresh.length === 0) return
    if (seen.size > 0 && fresh.length * 2 <= rows.length) countsRows = true
    for (const { reference } of fresh) seen.add(reference)
    yield fresh
    offset = countsRows ? seen.size : offset + 1
  }
  throw new Error('M-Pesa’s list of payments did not end')
}

/** An array in an array, or the same as text. */
function rowsIn(response: unknown): unknown[] {
  const value: unknown = typeof response === 'string' ? JSON.parse(response) : response
  if (!Array.isArray(value)) throw new Error('M-Pesa’s list of payments is not readable')
  return value.flat(2)
}

const refused = (code: string, message: unknown): Error => new Error(`M-Pesa answered ${code} ${String(message ?? '')}`)
