import type { ReceiptClaimAnswer } from '@marashi/domain/contracts/orders'
import { Button } from '@marashi/ui/button'
import { Field, Input } from '@marashi/ui/field'
import { CircleCheck, CircleX, Clock } from 'lucide-react'
import { type FormEvent, useEffect, useRef } from 'react'
import { payYourselfCopy } from '../../../../copy/pay-yourself.ts'
import panel from '../../payment-panel.module.css'
import styles from './pay-yourself.module.css'
import { useReceiptClaim } from './use-receipt-claim.ts'
import type { YourselfProps } from './yourself-option.tsx'

/**
 * Takes the receipt of a payment that the shopper made, and shows how the shop finds it. The box keeps what was typed itself:
 * on an order's page that may be before its code is there.
 */
export function ReceiptForm({ orderId, payment }: { orderId: string; payment: YourselfProps['payment'] }) {
  const code = useRef<HTMLInputElement>(null)
  const { claim, problem, isSending, send } = useReceiptClaim(orderId, payment)
  useEffect(() => {
    if (problem) code.current?.focus()
  }, [problem])

  function submit(event: FormEvent) {
    event.preventDefault()
    if (!isSending) send(code.current?.value ?? '')
  }

  return (
    <form noValidate className={styles.form} onSubmit={submit}>
      {/* Who sends with Enter has the focus in the field already, and a screen reader would read nothing. */}
      <div aria-live="polite">
        <Field label={payYourselfCopy.code} hint={payYourselfCopy.codeHint} error={problem?.text}>
          <Input
            ref={code}
            required
            className={styles.code}
            autoCapitalize="characters"
            autoComplete="off"
            spellCheck={false}
            maxLength={60}
            placeholder={payYourselfCopy.codeExample}
          />
        </Field>
      </div>
      <div role="status" className={styles.status}>
        {claim && <Answer {...claim} />}
      </div>
      <Button type="submit" variant="outline" isWide isBusy={isSending}>
        {isSending ? payYourselfCopy.sending : payYourselfCopy.check}
      </Button>
    </form>
  )
}

const looks = {
  checking: { Icon: Clock, className: panel.muted },
  paid: { Icon: CircleCheck, className: panel.good },
  refused: { Icon: CircleX, className: panel.problem },
}

function Answer({ state, message }: ReceiptClaimAnswer) {
  const { Icon, className } = looks[state]
  return (
    <p className={`${styles.answer} ${className}`}>
      <Icon size={20} aria-hidden="true" />
      <span>{message}</span>
    </p>
  )
}
