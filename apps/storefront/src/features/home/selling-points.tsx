import { BadgeCheck, ShoppingBag, Truck } from 'lucide-react'
import { homeCopy } from '../../copy/home.ts'
import styles from './selling-points.module.css'

export const sellingPointsId = 'why-us'

const signs = [Truck, BadgeCheck, ShoppingBag]

/** The three selling points. */
export function SellingPoints() {
  return (
    <section id={sellingPointsId} aria-label={homeCopy.whyUs} className={styles.band}>
      <ul className={styles.points}>
        {homeCopy.sellingPoints.map(({ title, detail }, index) => {
          const Sign = signs[index] ?? BadgeCheck
          return (
            <li key={title} className={styles.point}>
              <Sign size={22} strokeWidth={1.75} aria-hidden="true" />
              <strong>{title}</strong>
              <span>{detail}</span>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
