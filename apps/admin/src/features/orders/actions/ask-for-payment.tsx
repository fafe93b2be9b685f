import { trpc } from '@marashi/api-client/trpc'
import type { AdminOrder } from '@marashi/domain/contracts/admin-orders'
import { formatKsh } from '@marashi/domain/rules/money'
import { Button } from '@marashi/ui/button'
import { CopyButton } from '@marashi/ui/copy-button'
import { Field, Input } from '@marashi/ui/field'
import { type SubmitEvent, useState } from 'react'
import { commonCopy } from '../../../copy/common.ts'
import { ordersCopy } from '../../../copy/orders.ts'
import { LoadFailure } from '../../../lib/display/load-failure.tsx'
import { isToCheck } from '../../../lib/is-to-check.ts'
import { notifyError, notifySuccess } from '../../../lib/notify/notify.ts'
import { useNotifyFailure } from '../../../lib/notify/use-notify-failure.ts'
import { isCashReceived } from '../cash-received.ts'
import { pageOf } from '../status-messages.ts'
import styles from './ask-for-payment.module.css'

const copy = ordersCopy.sheet.asking

/**
 * Asks for the money of an order on the spot: a prompt on the customer's phone, or the link of the order's own page. Nobody is
 * asked while money that may pay it is to be checked.
 */
export function AskForPayment({ order }: { order: AdminOrder }) {
  const methods = trpc.payments.methods.useQuery()
  const isDue = ['unpaid', 'on-delivery'].includes(order.paymentState) && !isCashReceived(order)
  if (!isDue || isToCheck(order) || order.total < 1) return null
  return (
    <div className={styles.ways}>
      {methods.data?.offered.includes('mpesa') && <SendPrompt order={order} />}
      {methods.isLoadingError && <LoadFailure message={copy.notLoaded} onRetry={methods.refetch} />}
      <CopyButton
        text={pageOf(order)}
        label={copy.copyLink(order.orderNumber)}
        word={copy.link}
        copiedLabel={commonCopy.copied}
        onRefused={() => notifyError(commonCopy.copyRefused)}
      />
    </div>
  )
}

function SendPrompt({ order }: { order: AdminOrder }) {
  const utils = trpc.useUtils()
  const notifyFailure = useNotifyFailure()
  const [phone, setPhone] = useState(order.customerPhone)
  const start = trpc.payments.startMpesa.useMutation({
    onSuccess: (_, asked) => notifySuccess(copy.sent(order.orderNumber, asked.phone)),
    onError: (error) => notifyFailure(error, copy.failed),
    onSettled: () => utils.admin.orders.invalidate(),
  })
  const send = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (!start.isPending) start.mutate({ orderId: order.id, phone })
  }
  return (
    <form noValidate className={styles.prompt} onSubmit={send}>
      <Field label={copy.phone}>
        <Input
          type="tel"
          inputMode="tel"
          autoComplete="off"
          value={phone}
          onChange={(event) => setPhone(event.target.value)}
        />
      </Field>
      <Button type="submit" variant="outline" isBusy={start.isPending}>
        {start.isPending ? copy.sending : copy.send(formatKsh(order.total))}
      </Button>
    </form>
  )
}
