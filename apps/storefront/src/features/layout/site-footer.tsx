import type { ShopDetails } from '@marashi/domain/contracts/shop'
import { telLink } from '@marashi/domain/rules/contact-links'
import { deliveryFees, deliveryLocations } from '@marashi/domain/rules/delivery-fee'
import { deliveryCopy } from '../../copy/delivery.ts'
import { siteCopy } from '../../copy/site.ts'
import { Brand } from './brand.tsx'
import styles from './site-footer.module.css'

/** About, Contact Us and Delivery. See docs/behaviour.md#shop-details. */
export function SiteFooter({ shop }: { shop: ShopDetails }) {
  return (
    <footer className={styles.footer}>
      <div className={styles.columns}>
        <div>
          <Brand name={shop.name} />
          <p className={styles.about}>{siteCopy.about}</p>
          <p>{siteCopy.noAccount}</p>
        </div>
        <div>
          <h2 className={styles.heading}>{siteCopy.contactUs}</h2>
          <ul>
            <li>
              <a href={telLink(shop.phone)} className={styles.phone}>
                {shop.phone}
              </a>
            </li>
            <li>{siteCopy.country}</li>
            <li>{siteCopy.hours}</li>
            <li>{siteCopy.sunday}</li>
          </ul>
        </div>
        <div>
          <h2 className={styles.heading}>{siteCopy.delivery}</h2>
          <dl className={styles.fees}>
            {deliveryLocations.map((location) => (
              <div key={location}>
                <dt>{deliveryCopy.locations[location]}</dt>
                <dd>{deliveryCopy.fee(deliveryFees[location])}</dd>
              </div>
            ))}
          </dl>
        </div>
      </div>
      <p className={styles.copyright}>{siteCopy.copyright(shop.name)}</p>
    </footer>
  )
}
