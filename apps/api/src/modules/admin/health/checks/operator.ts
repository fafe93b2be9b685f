import { nairobiTime } from '@marashi/domain/rules/nairobi-time'
import type { ProviderOperator } from '../../../payments/providers/provider-operator.ts'
import { broken, type Finding, fine } from '../finding.ts'

/** A provider takes what the shop's operator asks, or it is said since when and why it does not. */
export function operatorFinding(
  { name, wordsOf }: { name: string; wordsOf: ProviderOperator['wordsOf'] },
  [first]: readonly { code: string; refusedAt: Date }[],
): Finding {
  const part = `${name} operator`
  if (!first) return fine(part, `${name} does not refuse it.`)
  const { message, remedy } = wordsOf(first.code)
  return broken(part, `Since ${nairobiTime(first.refusedAt)} ${message}`, remedy)
}
