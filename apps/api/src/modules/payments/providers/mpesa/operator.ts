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
  wordsOf(code) {
    const { message, remedy } = refusals.get(code) ?? { message: `result ${code}`, remedy: NEW_PASSWORD }
    return {
      message: `M-Pesa says that ${message}. Nothing more is asked: typed receipts wait for you, and no refund is sent.`,
      remedy,
    }
  },
}

/** Whether a refusal leaves money going back alone. */
export const stopsEverything = (code: string): boolean => refusals.get(code)?.stops !== 'look-ups'

/** Other for another operator or password, and tells neither: only who has the consumer secret can try passwords on it. */
export function operatorName(env: Environment): string {
  const { MPESA_INITIATOR_NAME, MPESA_SECURITY_CREDENTIAL, MPESA_INITIATOR_PASSWORD, MPESA_SHORTCODE } = env
  return createHmac('sha256', env.MPESA_CONSUMER_SECRET ?? '')
    .update(
      JSON.stringify([MPESA_SHORTCODE, MPESA_INITIATOR_NAME, MPESA_SECURITY_CREDENTIAL, MPESA_INITIATOR_PASSWORD]),
    )
    .digest('hex')
}
