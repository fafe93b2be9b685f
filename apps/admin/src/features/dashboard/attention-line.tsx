import { createLink } from '@tanstack/react-router'
import { ChevronRight, type LucideIcon } from 'lucide-react'
import type { ComponentProps } from 'react'
import styles from './attention-panel.module.css'

type Look = {
  icon?: LucideIcon
  /** `alarm`: it is about money; `quiet`: it asks for nothing. */
  tone?: 'alarm' | 'quiet'
  /** A second line, smaller. */
  hint?: string
}

/** One line of what waits, which links to the page that handles it; takes what `Link` takes. */
export const AttentionLine = createLink(function AttentionLine({
  icon: Icon,
  tone,
  hint,
  children,
  ...rest
}: Look & ComponentProps<'a'>) {
  return (
    <li>
      <a {...rest} className={tone === 'quiet' ? `${styles.line} ${styles.quiet}` : styles.line}>
        {Icon && <Icon size={20} aria-hidden="true" className={tone === 'alarm' ? styles.alarm : undefined} />}
        <span className={styles.words}>
          {children}
          {hint && <span className={styles.aside}>{hint}</span>}
        </span>
        <ChevronRight size={18} aria-hidden="true" />
      </a>
    </li>
  )
})
