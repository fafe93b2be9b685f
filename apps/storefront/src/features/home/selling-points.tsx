import type { ShopDetails } from '@marashi/domain/contracts/shop'
import { BadgeCheck, ShoppingBag, Truck } from 'lucide-react'
import { deliveryCopy } from '../../copy/delivery.ts'
import { homeCopy } from '../../copy/home.ts'
import styles from './selling-points.module.css'

export const sellingPointsId = 'why-us'

const signs = [Truck, BadgeCheck, ShoppingBag]

/** The three selling points. */
export function SellingPoints({ shop }: { shop: ShopDetails }) {
  const near = shop.places.find(({ id }) => id === 'nairobi-cbd') ?? shop.places[0]

  return (
    <section id={sellingPointsId} aria-label={homeCopy.whyUs} className={styles.band}>
      <ul className={styles.points}>
        {homeCopy.sellingPoints.map(({ title, ...point }, index) => {
          const detail = point.detail ?? (near && homeCopy.nearest(near.name, deliveryCopy.fee(near.fee)))
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
