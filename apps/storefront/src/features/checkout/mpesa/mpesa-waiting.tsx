import type { ShopDetails } from '@marashi/domain/contracts/shop'
import { Button } from '@marashi/ui/button'
import { mpesaCopy } from '../../../copy/mpesa.ts'
import styles from '../payment-panel.module.css'
import { PaymentPanel } from '../payment-panel.tsx'
import type { PendingPayment } from '../pending/pending-payment.ts'
import { DemoNote, type DemoNoteProps } from './demo-note.tsx'
import { MinutesLeft } from './minutes-left.tsx'
import { PhoneSketch } from './phone-sketch.tsx'
import { ResendButton } from './resend-button.tsx'
import type { useMpesaPayment } from './use-mpesa-payment.ts'

/** The prompt is on the phone: what it looks like, the time that is left, and the buttons to resend and to cancel. */
export function MpesaWaiting({
  order,
  shop,
  payment,
  mpesa,
}: {
  order: PendingPayment
  shop: ShopDetails
  payment: ReturnType<typeof useMpesaPayment>
} & DemoNoteProps) {
  const { wait, phone, pendingAction } = payment
  const isBusy = pendingAction !== null
  return (
    <PaymentPanel title={mpesaCopy.waiting} help={mpesaCopy.help}>
      <p>{mpesaCopy.sentTo(phone)}</p>
      <PhoneSketch order={order} merchant={shop.name} />
      <DemoNote mpesa={mpesa} />
      <MinutesLeft since={wait.since} isLate={wait.isResendDue} />
      <div className={styles.buttons}>
        <ResendButton
          since={wait.since}
          isBusy={isBusy}
          isSending={pendingAction === 'resend'}
          onResend={payment.resend}
        />
        <Button variant="outline" isBusy={isBusy} onClick={payment.cancel}>
          {pendingAction === 'cancel' ? mpesaCopy.cancelling : mpesaCopy.cancel}
        </Button>
      </div>
    </PaymentPanel>
  )
}
