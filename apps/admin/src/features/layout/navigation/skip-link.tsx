import { shellCopy } from '../../../copy/shell.ts'
import styles from './skip-link.module.css'

/** The first stop of the Tab key; it jumps over the navigation to the page. */
export function SkipLink() {
  return (
    <a href="#main" className={styles.skip}>
      {shellCopy.skip}
    </a>
  )
}
