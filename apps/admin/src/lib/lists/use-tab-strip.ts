import { useEffect, useRef } from 'react'
import styles from './tab-strip.module.css'

/**
 * For many tabs: one row that scrolls sideways where the screen is narrow, with the chosen tab in sight. Also when its `words` change,
 * because a count that comes later moves it out of sight again.
 */
export function useTabStrip(words: string) {
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const chosen = ref.current?.querySelector('[aria-selected=true]')
    if (chosen?.textContent === words) chosen.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [words])
  return { ref, className: styles.strip }
}
