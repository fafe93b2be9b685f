import { createHmac } from 'node:crypto'
import type { Environment } from '../../../../env.ts'
import type { ProviderOperator } from '../provider-operator.ts'
import { readDarajaResult } from './read-result.ts'

interface Refusal {
  /** `look-ups`: it may still give money back. */
  stops: 'everything' | 'look-ups'
  message: string
  remedy: string
}

const NEW_PASSWORD =
  'Give the API operator a new password in the M-Pesa portal, put it into the shop’s settings (MPESA_SECURITY_CREDENTIAL, or MPESA_INITIATOR_PASSWORD), and start the shop again.'

/** The results that are about the operator, not about what was asked. See docs/gateways/mpesa.md#operator. */
const refusals = new Map<string, Refusal>([
  [
    '2001',
    {
      stops: 'everything',
      message: 'the password of the shop’s API operator is wrong, or has ended: it does so after 90 days',
      remedy: NEW_PASSWORD,
    },
  ],
  [
    '8006',
    {
      stops: 'everything',
      message: 'the shop’s API operator is locked, because a wrong password was tried several times',
      remedy: `Unlock the API operator in the M-Pesa portal. With its old password, press “Ask again” here; otherwise: ${NEW_PASSWORD}`,
    },
  ],
  [
    'TP40153',
    {
      stops: 'everything',
      message: 'it knows no API operator of this name',
      remedy:
        'Compare MPESA_INITIATOR_NAME with the API operator’s name in the M-Pesa portal, and start the shop again.',
    },
  ],
  [
    '21',
    {
      stops: 'look-ups',
      message: 'the shop’s API operator may not ask about payments',
      remedy:
        'Give the API operator the role “Transaction Status query ORG API” in the M-Pesa portal, then press “Ask again” here.',
    },
  ],
])

/** What the guard (guarded-reversals.ts) does not ask, in words for the owner. */
const stopped: Record<Refusal['stops'], string> = {
  everything: 'Nothing more is asked: typed receipts wait for you, and no refund is sent.',
  'look-ups':
    'It is asked about no more payments: typed receipts wait for you, and so does a refund whose answer was lost. Refunds are sent as ever.',
}

export const mpesaOperator: ProviderOperator = {
  nameOf: ({ gateways }) => gateways.reversals?.operator ?? null,
  refusalIn(body, kind) {
    const result = readDarajaResult(body)
    // A failure has no parameters: with them the code means something else.
    if (!result || result.hasParameters) return null
    const refusal = refusals.get(result.code)
    if (!refusal || (refusal.stops === 'look-ups' && kind !== 'look-up')) return null
    return result.code
  },
  stopsRefunds: (code) => refusalBy(code).stops === 'everything',
  wordsOf(code) {
    const { message, remedy, stops } = refusalBy(code)
    return { message: `M-Pesa says that ${message}. ${stopped[stops]}`, remedy }
  },
}

const refusalBy = (code: string): Refusal =>
  refusals.get(code) ?? { stops: 'everything', message: `result ${code}`, remedy: NEW_PASSWORD }

/** Other for another operator or password, and tells neither: only who has the consumer secret can try passwords on it. */
export function operatorName(env: Environment): string {
  const { MPESA_INITIATOR_NAME, MPESA_SECURITY_CREDENTIAL, MPESA_INITIATOR_PASSWORD, MPESA_SHORTCODE } = env
  return createHmac('sha256', env.MPESA_CONSUMER_SECRET ?? '')
    .update(
      JSON.stringify([MPESA_SHORTCODE, MPESA_INITIATOR_NAME, MPESA_SECURITY_CREDENTIAL, MPESA_INITIATOR_PASSWORD]),
    )
    .digest('hex')
}
