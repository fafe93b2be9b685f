import { nairobiSecond } from '@marashi/domain/rules/nairobi-time'
import type { LedgerEntry } from '@marashi/gateway-simulator/core/ledger'
import type { Client } from './client.ts'
import type { Fixture } from './fixture.ts'
import { logIn } from './refund-order.ts'
import { type ShopResponse, sendUntilAnswered } from './send.ts'

const heading =
  'Receipt No.,Completion Time,Details,Transaction Status,Paid In,Withdrawn,Reason Type,Other Party Info,Linked Transaction ID,A/C No.'

/** The M-Pesa payments of the simulator's ledger, in their order. */
export const mpesaPayments = ({ simulator: { control } }: Fixture): LedgerEntry[] =>
  control.ledger().filter(({ gateway }) => gateway === 'mpesa')

/** The administrator uploads a statement of the portal with some payments, and with every reversal of them. */
export async function importStatement(
  fixture: Fixture,
  { leaves }: Pick<Client, 'leaves'>,
  payments = mpesaPayments(fixture),
): Promise<ShopResponse | undefined> {
  const form = new FormData()
  form.append('file', new Blob([statementOf(fixture, payments)]), 'statement.csv')
  return await sendUntilAnswered(fixture, leaves, '/api/admin/cash-up/statement', form, await logIn(fixture))
}

function statementOf({ simulator: { control } }: Fixture, payments: readonly LedgerEntry[]): string {
  const came = payments.map(({ receipt, at, amountCents, phone, orderReference }) => {
    const payer = `${phone} - AMINA OTIENO`
    return [receipt, nairobiSecond(at), 'Pay Bill', 'Completed', amountCents / 100, '', '', payer, '', orderReference]
  })
  const receipts = new Set(payments.map(({ receipt }) => receipt))
  const now = nairobiSecond(Date.now() + control.state().clockOffsetMs)
  const went = control
    .reversals()
    .filter(({ code, receipt }) => code === '0' && receipts.has(receipt))
    .map(({ reversalReceipt, receipt, amountShillings }) => {
      const what = 'Pay Bill Reversal'
      return [reversalReceipt, now, what, 'Completed', '', amountShillings, what, '', receipt, '']
    })
  return [heading, ...[...came, ...went].map((cells) => cells.join(','))].join('\r\n')
}
