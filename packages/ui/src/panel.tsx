import type { ComponentProps } from 'react'
import styles from './panel.module.css'

/** A bordered surface that groups content. `isPadded` is false for content with its own padding. */
export function Panel({ isPadded = true, className = '', ...rest }: ComponentProps<'div'> & { isPadded?: boolean }) {
  return <div {...rest} className={`${styles.panel} ${isPadded ? styles.padded : ''} ${className}`} />
}
