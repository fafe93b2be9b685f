import type { PaymentMethods } from '@marashi/domain/contracts/payments'
import { Button } from '@marashi/ui/button'
import { latePart } from '@marashi/ui/late-part'
import { Skeleton } from '@marashi/ui/skeleton'
import { Banknote } from 'lucide-react'
import { useId, useState } from 'react'
import { mpesaCopy } from '../../../../copy/mpesa.ts'
import { MissingPart } from '../../../../lib/missing-code.tsx'
import styles from '../../payment-panel.module.css'
import type { PendingPayment } from '../../pending/pending-payment.ts'
import type { useMpesaPayment } from '../use-mpesa-payment.ts'

export type YourselfProps = {
  order: PendingPayment
  payment: Pick<ReturnType<typeof useMpesaPayment>, 'claim' | 'hurry'>
  to: NonNullable<NonNullable<PaymentMethods['mpesa']>['payYourself']>
}

/** Most shoppers never pay like this. */
const PayYourself = latePart<YourselfProps>(() => import('./pay-yourself.tsx').then((module) => module.default), {
  Waiting: () => <Skeleton className={styles.shape} />,
  Missing: MissingPart,
})

/** The way to pay without a prompt; open from the start where the shopper has typed a receipt before. */
export function YourselfOption(props: YourselfProps) {
  const { payment, to } = props
  const [choice, setChoice] = useState<boolean | null>(null)
  const isOpen = choice ?? payment.claim !== null
  const id = useId()
  return (
    <>
      <Button
        variant="outline"
        size="large"
        isWide
        className={styles.longLabel}
        aria-expanded={isOpen}
        aria-controls={id}
        onPointerDown={() => void PayYourself.preload()}
        onClick={() => setChoice(!isOpen)}
      >
        <Banknote size={20} aria-hidden="true" />
        {mpesaCopy.payYourself[to.kind](to.number)}
      </Button>
      <div id={id} hidden={!isOpen}>
        {isOpen && <PayYourself {...props} />}
      </div>
    </>
  )
}
