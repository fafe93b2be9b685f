import type { ShopDetails } from '@marashi/domain/contracts/shop'
import type { Cart } from '@marashi/domain/rules/cart'
import { whatsappLink } from '@marashi/domain/rules/contact-links'
import { formatKsh } from '@marashi/domain/rules/money'
import { Button } from '@marashi/ui/button'
import { type ReactNode, useEffect, useRef } from 'react'
import { checkoutCopy } from '../../copy/checkout.ts'
import { mpesaCopy } from '../../copy/mpesa.ts'
import { changesIn } from './attempt/changes-in.ts'
import type { Progress } from './attempt/order-progress.ts'
import styles from './order-notice.module.css'

/** Why the order is not placed or not paid, and what to do next. */
export function OrderNotice({
  progress,
  cart,
  shop,
  isNothingLeft,
  onAnotherWay,
}: {
  progress: Progress
  cart: Cart
  shop: ShopDetails
  /** Nothing in the cart can be ordered. */
  isNothingLeft: boolean
  onAnotherWay: () => void
}) {
  if (progress.step === 'cancelled') {
    const { orderNumber } = progress.order
    return (
      <Notice title={mpesaCopy.cancelledOrder(orderNumber)} text={mpesaCopy.cancelledOrderText}>
        <Button isWide onClick={onAnotherWay}>
          {mpesaCopy.payAnotherWay}
        </Button>
        {!isNothingLeft && <p>{mpesaCopy.orNewOrder}</p>}
      </Notice>
    )
  }
  if (progress.step === 'unknown') {
    return (
      <Notice
        title={progress.isStored ? checkoutCopy.storedTitle : checkoutCopy.unknownTitle}
        text={progress.isStored ? checkoutCopy.stored : checkoutCopy.unknown}
      >
        <a href={whatsappLink(shop.whatsapp, checkoutCopy.askText(shop.name))}>{checkoutCopy.askUs}</a>
      </Notice>
    )
  }
  if (progress.step === 'lapsed') {
    return (
      <Notice title={checkoutCopy.lapsedTitle} text={checkoutCopy.lapsed(formatKsh(progress.total))}>
        <a href={whatsappLink(shop.whatsapp, checkoutCopy.askText(shop.name))}>{checkoutCopy.askUs}</a>
      </Notice>
    )
  }
  if (progress.step === 'changed') {
    const { title, texts } = changesIn(progress, cart, shop)
    return <Notice title={title} text={[...texts, checkoutCopy.nothingOrdered].join(' ')} />
  }
  if (progress.step === 'notArrived') {
    return <Notice title={checkoutCopy.notArrivedTitle} text={checkoutCopy.notArrived} />
  }
  if (progress.step === 'refused') {
    return (
      <Notice title={checkoutCopy.failedTitle} text={progress.text || checkoutCopy.failed}>
        <ul>
          {Object.values(progress.fields).map((problem) => (
            <li key={problem}>{problem}</li>
          ))}
        </ul>
      </Notice>
    )
  }
  return null
}

/** Takes the focus when it appears, so that a screen reader reads it before the button is pressed again. */
function Notice({ title, text, children }: { title: string; text: string; children?: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    heading.current?.focus()
  }, [])
  return (
    <div className={styles.notice}>
      <h2 ref={heading} tabIndex={-1} className={styles.title}>
        {title}
      </h2>
      <p>{text}</p>
      {children}
    </div>
  )
}
