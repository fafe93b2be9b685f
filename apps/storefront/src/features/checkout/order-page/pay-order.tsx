import { trpc } from '@marashi/api-client/trpc'
import type { OrderPage } from '@marashi/domain/contracts/order-page'
import type { ShopDetails } from '@marashi/domain/contracts/shop'
import { formatKsh } from '@marashi/domain/rules/money'
import { Button } from '@marashi/ui/button'
import { latePart } from '@marashi/ui/late-part'
import { Skeleton } from '@marashi/ui/skeleton'
import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { orderCopy } from '../../../copy/order.ts'
import { payYourselfCopy } from '../../../copy/pay-yourself.ts'
import { MissingPart } from '../../../lib/missing-code.tsx'
import { firstWorking, paymentMethodsFor } from '../form/payment/payment-methods.ts'
import { takesMpesa } from '../form/payment/takes-mpesa.ts'
import PayYourself from '../mpesa/yourself/pay-yourself.tsx'
import type { OrderPaymentProps } from './order-payment.tsx'
import styles from './pay-order.module.css'
import { pendingFrom } from './pending-from.ts'

/** Most who open an order have paid it. */
const OrderPayment = latePart<OrderPaymentProps>(() => import('./order-payment.tsx').then((module) => module.default), {
  Waiting: () => <Skeleton className={styles.shape} />,
  Missing: MissingPart,
})

type Props = { order: OrderPage; shop: ShopDetails; onChanged: () => void }

/**
 * Pay now, pay another way, or pay the Till or Paybill without a prompt; the last shows without scripts too, and alone where
 * nothing else works. While a prompt is on a phone there is only the payment that was opened here, which can send it again or
 * cancel it.
 */
export function PayOrder(props: Props) {
  const [isPaying, setPaying] = useState(false)
  if (!isPaying && props.order.state !== 'unpaid') return null
  return <OpenOrder {...props} isPaying={isPaying} setPaying={setPaying} />
}

function OpenOrder({
  order,
  shop,
  onChanged,
  isPaying,
  setPaying,
}: Props & { isPaying: boolean; setPaying: (isPaying: boolean) => void }) {
  const { data: methods } = trpc.payments.methods.useQuery()
  const buttons = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // The order has ended, and what had the focus is gone with its payment.
    return () => {
      if (document.activeElement !== document.body) return
      document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true })
    }
  }, [])

  /** Back to the button that opened the payment. */
  function goBack() {
    flushSync(() => setPaying(false))
    buttons.current?.querySelector('button')?.focus()
  }

  const total = formatKsh(order.total)
  const to = methods?.mpesa?.payYourself
  const isPrompting = methods && takesMpesa(methods, order.total)
  const isYourselfAlone = methods && to && !firstWorking(paymentMethodsFor(methods, order.total))
  if (isPaying) {
    return <OrderPayment order={order} shop={shop} onBack={goBack} onChanged={onChanged} />
  }
  return (
    <>
      {!isYourselfAlone && (
        <div ref={buttons} className={styles.buttons}>
          {isPrompting && (
            <Button size="large" onClick={() => setPaying(true)}>
              {orderCopy.pay(total)}
            </Button>
          )}
          <Button size="large" variant={isPrompting ? 'outline' : 'primary'} onClick={() => setPaying(true)}>
            {isPrompting ? orderCopy.anotherWay : orderCopy.payNow(total)}
          </Button>
        </div>
      )}
      {to && (
        <section className={styles.yourself} data-screen aria-labelledby="pay-yourself">
          <h2 id="pay-yourself" className={styles.title}>
            {(isYourselfAlone ? payYourselfCopy.title : orderCopy.orYourself)[to.kind]}
          </h2>
          <PayYourself order={pendingFrom(order)} payment={{ claim: order.receiptClaim, hurry: onChanged }} to={to} />
        </section>
      )}
    </>
  )
}
