import { isOpenAt, opensNext } from '@marashi/domain/rules/open-now'
import { hoursLines, type OpeningHours } from '@marashi/domain/rules/opening-hours'
import { useHydrated } from '@tanstack/react-router'
import { useSyncExternalStore } from 'react'
import { contactCopy } from '../../copy/contact.ts'
import styles from './open-status.module.css'

const nonBreakingSpace = '\u00a0'

/**
 * Whether the shop is open now, by the time in Nairobi. The server's page is cached and shown later, so only the
 * browser knows the time; the line keeps its space until then.
 */
export function OpenStatus({ hours }: { hours: OpeningHours }) {
  const isHydrated = useHydrated()
  const isOpen = useSyncExternalStore(
    everyMinute,
    () => isOpenAt(new Date(), hours),
    () => false,
  )
  const next = useSyncExternalStore(
    everyMinute,
    () => opensNext(new Date(), hours),
    () => null,
  )
  return (
    <p className={styles.status} data-open={isOpen}>
      <span>{isHydrated ? (isOpen ? contactCopy.openNow : contactCopy.closed(next)) : nonBreakingSpace}</span>
      <span className={styles.hours}>{hoursLines(hours).join(', ')}</span>
    </p>
  )
}

function everyMinute(onTick: () => void) {
  const timer = setInterval(onTick, 60_000)
  return () => clearInterval(timer)
}
