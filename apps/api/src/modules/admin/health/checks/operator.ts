import { nairobiTime } from '@marashi/domain/rules/nairobi-time'
import type { ProviderOperator } from '../../../payments/providers/provider-operator.ts'
import { broken, type Finding, fine } from '../finding.ts'

/** A provider takes what the shop's operator asks, or it is said since when and why it does not. */
export function operatorFinding(
  { name, operator }: { name: string; operator: Pick<ProviderOperator, 'stopsRefunds' | 'wordsOf'> },
  refusals: readonly { code: string; refusedAt: Date }[],
): Finding {
  const part = `${name} operator`
  // The one that stops most says what works no more.
  const worst = refusals.find(({ code }) => operator.stopsRefunds(code)) ?? refusals[0]
  if (!worst) return fine(part, `${name} does not refuse it.`)
  const { message, remedy } = operator.wordsOf(worst.code)
  return broken(part, `Since ${nairobiTime(worst.refusedAt)} ${message}`, remedy)
}
