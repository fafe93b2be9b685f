import { catalogueCopy } from '../../copy/catalogue.ts'
import styles from './shop-heading.module.css'

/** The heading of the shop page. */
export function ShopHeading() {
  return (
    <div className={styles.heading}>
      <h1>{catalogueCopy.title}</h1>
      <p>{catalogueCopy.intro}</p>
    </div>
  )
}
