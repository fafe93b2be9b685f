import type { ReactNode } from 'react'
import styles from './record-list.module.css'
import { useKeptFocus } from './use-kept-focus.ts'
import { useSteadyTaps } from './use-steady-taps.ts'

/**
 * The cards of a list, dimmed while new ones load; the focus stays in the list, and a tap on the card where it began.
 * `isGrid` sets them in columns.
 */
export function RecordList({
  label,
  isDimmed,
  isGrid = false,
  children,
}: {
  label: string
  isDimmed: boolean
  isGrid?: boolean
  children: ReactNode
}) {
  const keptFocus = useKeptFocus()
  const steadyTaps = useSteadyTaps()
  return (
    <ul
      {...keptFocus}
      {...steadyTaps}
      aria-label={label}
      aria-busy={isDimmed}
      className={`${isGrid ? styles.grid : styles.list} ${isDimmed ? styles.dimmed : ''}`}
    >
      {children}
    </ul>
  )
}
