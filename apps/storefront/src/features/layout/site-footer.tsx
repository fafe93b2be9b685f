import type { ShopDetails } from '@marashi/domain/contracts/shop'
import { telLink } from '@marashi/domain/rules/contact-links'
import { hoursLines } from '@marashi/domain/rules/opening-hours'
import { policySlugs } from '@marashi/domain/rules/policy-slugs'
import { deliveryCopy } from '../../copy/delivery.ts'
import { siteCopy } from '../../copy/site.ts'
import { Brand } from './brand.tsx'
import styles from './site-footer.module.css'

/** About, Contact Us and Delivery (docs/behaviour.md#shop-details). Its links are plain: the error page has no router. */
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
            {hoursLines(shop.hours).map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </div>
        <div>
          <h2 className={styles.heading}>{siteCopy.delivery}</h2>
          <dl className={styles.fees}>
            {shop.places.map(({ id, name, fee }) => (
              <div key={id}>
                <dt>{name}</dt>
                <dd>{deliveryCopy.fee(fee)}</dd>
              </div>
            ))}
          </dl>
        </div>
      </div>
      <div className={styles.foot}>
        <p>{siteCopy.copyright(shop.name)}</p>
        <ul className={styles.links}>
          {policySlugs.map((slug) => (
            <li key={slug}>
              <a href={`/policies/${slug}`}>{siteCopy.policies[slug]}</a>
            </li>
          ))}
          {shop.profiles.map(({ name, url }) => (
            <li key={name}>
              <a href={url} rel="noopener">
                {name}
              </a>
            </li>
          ))}
        </ul>
      </div>
    </footer>
  )
}
