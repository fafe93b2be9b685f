import { nairobiClock, nairobiDay, nairobiSecond, nairobiTime } from '@marashi/domain/rules/nairobi-time'
import { type ReactNode, useId } from 'react'
import { commonCopy } from '../../copy/common.ts'
import { ksh } from './amounts.ts'
import styles from './money-card.module.css'

/** One line of money: its amount and time, what is known of it, and what can be done. */
export function MoneyCard({
  cents,
  at,
  day,
  actions,
  children,
}: {
  cents: number
  at: string
  /** Where it happened on this day, its hour is enough. */
  day: string
  actions?: ReactNode
  children: ReactNode
}) {
  const id = useId()
  return (
    <li>
      <article aria-labelledby={id} className={styles.card}>
        <div className={styles.head}>
          <h3 id={id} className={styles.amount}>
            {ksh(cents)}
          </h3>
          <time dateTime={at} title={commonCopy.nairobi(nairobiSecond(at))} className={styles.time}>
            {nairobiDay(at) === day ? nairobiClock(at) : nairobiTime(at)}
          </time>
        </div>
        {children}
        {actions && <div className={styles.actions}>{actions}</div>}
      </article>
    </li>
  )
}
