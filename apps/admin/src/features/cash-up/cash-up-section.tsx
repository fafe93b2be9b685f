import { Badge } from '@marashi/ui/badge'
import { Flag, TriangleAlert } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import styles from './cash-up-section.module.css'

const looks = {
  alarm: { tone: 'red', icon: <Flag aria-hidden="true" /> },
  caution: { tone: 'orange', icon: <TriangleAlert aria-hidden="true" /> },
} as const

/** A part of the daily check: its title with how many lines it has, what they mean, and the lines. */
export function CashUpSection({
  title,
  count,
  look = 'caution',
  hint,
  children,
}: {
  title: string
  count?: number
  look?: keyof typeof looks
  hint?: string
  children: ReactNode
}) {
  const id = useId()
  return (
    <section aria-labelledby={id} className={styles.section}>
      <div className={styles.head}>
        <h2 id={id} className={styles.title}>
          {title}
        </h2>
        {count !== undefined && count > 0 && (
          <Badge tone={looks[look].tone} icon={looks[look].icon}>
            {count}
          </Badge>
        )}
      </div>
      {hint && <p className={styles.hint}>{hint}</p>}
      {children}
    </section>
  )
}
