import type { OrderPage } from '@marashi/domain/contracts/order-page'
import { formatKsh } from '@marashi/domain/rules/money'
import { VisuallyHidden } from '@marashi/ui/visually-hidden'
import { Circle, CircleCheck } from 'lucide-react'
import { orderCopy } from '../../copy/order.ts'
import styles from './order-timeline.module.css'
import { amountPaid, sumForCourier } from './order-words.ts'

type Step = OrderPage['timeline'][number]

/** What has happened and when, where the order stands, and what comes next. */
export function OrderTimeline({ order }: { order: OrderPage }) {
  return (
    <ol className={styles.timeline} aria-label={orderCopy.progress}>
      {order.timeline.map((entry) => (
        <Entry key={entry.step} entry={entry} order={order} />
      ))}
    </ol>
  )
}

function Entry({ entry, order }: { entry: Step; order: OrderPage }) {
  const { state, at } = entry
  const detail = detailOf(entry, order)
  const time = at && orderCopy.at(at)
  return (
    <li className={`${styles.step} ${styles[state]}`} aria-current={state === 'now' ? 'step' : undefined}>
      <span className={styles.mark} aria-hidden="true">
        {state === 'now' ? <Khatim /> : state === 'done' ? <CircleCheck size={24} /> : <Circle size={20} />}
      </span>
      <span className={styles.name}>
        <VisuallyHidden>{`${orderCopy[state]} `}</VisuallyHidden>
        <span>{nameOf(entry, order)}</span>
      </span>
      {time && (
        <time dateTime={at} className={styles.time}>
          {entry.step === 'packed' && state === 'now' ? orderCopy.since(time) : time}
        </time>
      )}
      {detail && <p className={styles.detail}>{detail}</p>}
    </li>
  )
}

function nameOf({ step, state, at }: Step, { payment }: OrderPage): string {
  const { steps } = orderCopy
  if (step === 'paid') return at === null ? steps.unpaid : steps.paid[payment?.method ?? 'other']
  if (step === 'packed') return state === 'now' ? steps.packing : steps.packed
  return steps[step]
}

function detailOf({ step, state, at }: Step, order: OrderPage): string | null {
  if (step === 'paid') {
    if (at === null || !order.payment) return formatKsh(order.total)
    const { receipt } = order.payment
    const paid = formatKsh(amountPaid(order) ?? order.total)
    return receipt ? `${paid} · ${orderCopy.receipt(receipt)}` : paid
  }
  if (step === 'sent' && state === 'next') return orderCopy.callsFirst
  const sum = sumForCourier(order)
  return step === 'delivered' && state === 'next' && sum !== null ? orderCopy.payThen(formatKsh(sum)) : null
}

/** The shop's star marks where the order stands. */
const Khatim = () => (
  <svg
    viewBox="0 0 24 24"
    width="28"
    height="28"
    fill="none"
    stroke="currentColor"
    strokeWidth="1.8"
    aria-hidden="true"
  >
    <path d="M22.5 12L19.4 15.1V19.4H15.1L12 22.5 8.9 19.4H4.6V15.1L1.5 12 4.6 8.9V4.6H8.9L12 1.5 15.1 4.6H19.4V8.9Z" />
    <circle cx="12" cy="12" r="3.2" />
  </svg>
)
