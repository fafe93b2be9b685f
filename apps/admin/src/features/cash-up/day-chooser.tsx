import { buttonClass } from '@marashi/ui/button'
import { Link, useNavigate } from '@tanstack/react-router'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useRef } from 'react'
import { cashUpCopy } from '../../copy/cash-up.ts'
import styles from './day-chooser.module.css'
import { dayAfter, dayName } from './days.ts'

const copy = cashUpCopy.day
const look = buttonClass({ variant: 'ghost', isIcon: true })

/**
 * The day that the page shows, with its neighbours; the day itself opens the browser's calendar. In Safari the field lies over
 * the day, unseen, and takes the press.
 */
export function DayChooser({ day, today }: { day: string; today: string }) {
  const calendar = useRef<HTMLInputElement>(null)
  const navigate = useNavigate()
  const isLast = day >= today
  // Safari 15 has no `showPicker`. From 16 on it does nothing for a date, on an iPhone and before 17.2 on a Mac, and does not say so.
  const isSafari = 'GestureEvent' in window
  const canOpen = 'showPicker' in HTMLInputElement.prototype && !isSafari
  const choose = copy.choose(dayName(day, today))
  return (
    <div className={styles.chooser}>
      <Link
        to="/cash-up"
        search={{ day: dayAfter(day, -1) }}
        resetScroll={false}
        aria-label={copy.before}
        className={look}
      >
        <ChevronLeft size={20} aria-hidden="true" />
      </Link>
      <input
        ref={calendar}
        type="date"
        tabIndex={canOpen ? -1 : 0}
        aria-label={canOpen ? copy.field : choose}
        className={canOpen ? styles.calendar : styles.over}
        value={day}
        max={today}
        onChange={({ target }) => {
          if (target.value) void navigate({ to: '/cash-up', search: { day: target.value }, resetScroll: false })
        }}
      />
      {canOpen ? (
        <button type="button" aria-label={choose} className={styles.day} onClick={() => calendar.current?.showPicker()}>
          {dayName(day, today)}
        </button>
      ) : (
        <span aria-hidden="true" className={styles.day}>
          {dayName(day, today)}
        </span>
      )}
      {isLast ? (
        <button type="button" aria-disabled="true" aria-label={copy.after} className={look}>
          <ChevronRight size={20} aria-hidden="true" />
        </button>
      ) : (
        <Link
          to="/cash-up"
          search={{ day: dayAfter(day, 1) }}
          resetScroll={false}
          aria-label={copy.after}
          className={look}
        >
          <ChevronRight size={20} aria-hidden="true" />
        </Link>
      )}
    </div>
  )
}
