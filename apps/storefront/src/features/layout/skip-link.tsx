import { siteCopy } from '../../copy/site.ts'
import styles from './skip-link.module.css'

/** The first stop of the Tab key, which skips the header. */
export function SkipLink() {
  return (
    <a href="#main" className={styles.skip}>
      {siteCopy.skip}
    </a>
  )
}
