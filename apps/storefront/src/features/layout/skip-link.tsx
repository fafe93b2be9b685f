import { siteCopy } from '../../copy/site.ts'
import styles from './skip-link.module.css'

/** The first stop of the Tab key: past the header, to the page itself. */
export function SkipLink() {
  return (
    <a href="#main" className={styles.skip}>
      {siteCopy.skip}
    </a>
  )
}
