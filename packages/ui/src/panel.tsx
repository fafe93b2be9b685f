import type { ComponentProps } from 'react'
import styles from './panel.module.css'

/** A bordered surface that groups what belongs together. `isPadded` is on unless the content brings its own edges. */
export function Panel({ isPadded = true, className = '', ...rest }: ComponentProps<'div'> & { isPadded?: boolean }) {
  return <div {...rest} className={`${styles.panel} ${isPadded ? styles.padded : ''} ${className}`} />
}
