import { Button } from '@marashi/ui/button'
import { Check, X } from 'lucide-react'
import { reviewsCopy } from '../../copy/reviews.ts'
import type { Decision } from './use-moderation.ts'

/** Approves or rejects a pending review. While a decision is being saved, its button says so and both are busy. */
export function DecisionButtons({
  decision,
  onDecision,
}: {
  decision: Decision | undefined
  onDecision: (decision: Decision) => void
}) {
  const isBusy = decision !== undefined
  return (
    <>
      <Button size="small" isBusy={isBusy} onClick={() => onDecision('approved')}>
        <Check size={18} aria-hidden="true" />
        {decision === 'approved' ? reviewsCopy.approving : reviewsCopy.approve}
      </Button>
      <Button size="small" variant="outline" isBusy={isBusy} onClick={() => onDecision('rejected')}>
        <X size={18} aria-hidden="true" />
        {decision === 'rejected' ? reviewsCopy.rejecting : reviewsCopy.reject}
      </Button>
    </>
  )
}
