import { shellCopy } from '../../../copy/shell.ts'
import styles from './skip-link.module.css'

/** The first stop of the Tab key: past the navigation, to the page itself. */
export function SkipLink() {
  return (
    <a href="#main" className={styles.skip}>
      {shellCopy.skip}
    </a>
  )
}
