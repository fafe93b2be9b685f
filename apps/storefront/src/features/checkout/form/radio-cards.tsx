import { VisuallyHidden } from '@marashi/ui/visually-hidden'
import type { ComponentProps, ReactNode } from 'react'
import styles from './radio-cards.module.css'

/** Radio buttons as cards that can be pressed anywhere; the browser handles the arrow keys. */
export function RadioCards({
  legend,
  isLegendHidden = false,
  children,
}: {
  legend: string
  isLegendHidden?: boolean
  children: ReactNode
}) {
  return (
    <fieldset className={styles.cards}>
      <legend className={styles.legend}>{isLegendHidden ? <VisuallyHidden>{legend}</VisuallyHidden> : legend}</legend>
      {children}
    </fieldset>
  )
}

/** One option. `aside` is shown at the end of its line, for example a fee. */
export function RadioCard({
  label,
  hint,
  aside,
  ...radio
}: { label: string; hint?: string; aside?: string } & Omit<ComponentProps<'input'>, 'type'>) {
  return (
    <label className={styles.card}>
      <input type="radio" {...radio} />
      <span className={styles.words}>
        {label}
        {hint && <span className={styles.hint}>{hint}</span>}
      </span>
      {aside && <span className={styles.aside}>{aside}</span>}
    </label>
  )
}
