import { buttonClass } from '@marashi/ui/button'
import { Link, useNavigate } from '@tanstack/react-router'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useRef } from 'react'
import { cashUpCopy } from '../../copy/cash-up.ts'
import styles from './day-chooser.module.css'
import { dayAfter, dayName } from './days.ts'

const copy = cashUpCopy.day
const look = buttonClass({ variant: 'ghost', isIcon: true })

/** The day that the page shows, with its neighbours; the day itself opens the browser's calendar. */
export function DayChooser({ day, today }: { day: string; today: string }) {
  const calendar = useRef<HTMLInputElement>(null)
  const navigate = useNavigate()
  const isLast = day >= today
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
      <button
        type="button"
        aria-label={copy.choose(dayName(day, today))}
        className={styles.day}
        onClick={() => calendar.current?.showPicker?.()}
      >
        {dayName(day, today)}
      </button>
      <input
        ref={calendar}
        type="date"
        tabIndex={-1}
        aria-label={copy.field}
        className={styles.calendar}
        value={day}
        max={today}
        onChange={({ target }) => {
          if (target.value) void navigate({ to: '/cash-up', search: { day: target.value }, resetScroll: false })
        }}
      />
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
