import type { ProviderLedger } from '../../provider-ledger.ts'
import { notConfigured } from '../refusals.ts'
import { readStatement } from './read-statement.ts'

// Daraja lists 48 hours; a minute of it goes by until the last page is asked for.
const REACHES_BACK_MS = (48 * 60 - 1) * 60_000

/** M-Pesa's list of payments, where Safaricom gives it, and the statements of its portal: docs/gateways/mpesa.md#statement. */
export const mpesaLedger: ProviderLedger = {
  source: 'pull',
  hasRefunds: false,
  reachesBackMs: REACHES_BACK_MS,
  receiptOf: ({ reference }) => reference,
  unavailable: ({ gateways }) =>
    gateways.pull ? null : 'M-Pesa’s list of payments is not switched on. Import a statement of the M-Pesa portal.',
  between({ gateways }, period) {
    if (!gateways.pull) throw notConfigured()
    return gateways.pull.between(period)
  },
  statement: { read: ({ env }, file, now) => readStatement(file, { now, shopNumbers: numbersOf(env) }) },
}

const numbersOf = ({ MPESA_SHORTCODE, MPESA_TILL }: { MPESA_SHORTCODE?: string; MPESA_TILL?: string }) =>
  [MPESA_SHORTCODE, MPESA_TILL].filter((number) => number !== undefined)
