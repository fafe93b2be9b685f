import { Panel } from '@marashi/ui/panel'
import { type ReactNode, useId } from 'react'
import styles from './section.module.css'

/** One of the checkout's four sections, under its heading. */
export function Section({ title, children }: { title: string; children: ReactNode }) {
  const titleId = useId()
  return (
    <Panel role="group" aria-labelledby={titleId}>
      <h2 id={titleId} className={styles.title}>
        {title}
      </h2>
      <div className={styles.content}>{children}</div>
    </Panel>
  )
}
