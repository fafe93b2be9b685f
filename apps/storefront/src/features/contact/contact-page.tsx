import type { ShopDetails } from '@marashi/domain/contracts/shop'
import { telLink, whatsappLink } from '@marashi/domain/rules/contact-links'
import { hoursLines } from '@marashi/domain/rules/opening-hours'
import { buttonClass } from '@marashi/ui/button'
import { Panel } from '@marashi/ui/panel'
import { MessageCircle, Phone } from 'lucide-react'
import { contactCopy } from '../../copy/contact.ts'
import { deliveryCopy } from '../../copy/delivery.ts'
import styles from './contact-page.module.css'
import { OpenStatus } from './open-status.tsx'

/** Contact details, hours and delivery fees. See docs/behaviour.md#shop-details. */
export function ContactPage({ shop }: { shop: ShopDetails }) {
  return (
    <div className={styles.page}>
      <header className={styles.header}>
        <h1>{contactCopy.title}</h1>
        <p className={styles.lead}>{contactCopy.lead}</p>
        <div className={styles.actions}>
          <a href={telLink(shop.phone)} className={buttonClass({ size: 'large' })}>
            <Phone size={20} aria-hidden="true" />
            {contactCopy.call(shop.phone)}
          </a>
          <a
            href={whatsappLink(shop.whatsapp, contactCopy.greeting(shop.name))}
            className={buttonClass({ variant: 'whatsapp', size: 'large' })}
          >
            <MessageCircle size={20} aria-hidden="true" />
            {contactCopy.chat}
          </a>
        </div>
        <OpenStatus hours={shop.hours} />
      </header>
      <div className={styles.columns}>
        <BusinessInfo shop={shop} />
        <DeliveryFees shop={shop} />
      </div>
    </div>
  )
}

function BusinessInfo({ shop }: { shop: ShopDetails }) {
  return (
    <Panel>
      <h2 className={styles.title}>{contactCopy.businessInfo}</h2>
      <dl className={styles.facts}>
        <div>
          <dt>{contactCopy.phone}</dt>
          <dd>
            <a href={telLink(shop.phone)}>{shop.phone}</a>
            {shop.secondPhone && (
              <div>
                <a href={telLink(shop.secondPhone)}>{shop.secondPhone}</a>
              </div>
            )}
          </dd>
        </div>
        <div>
          <dt>{contactCopy.email}</dt>
          <dd>
            <a href={`mailto:${shop.email}`}>{shop.email}</a>
          </dd>
        </div>
        <div>
          <dt>{contactCopy.place}</dt>
          <dd>{contactCopy.country}</dd>
        </div>
        <div>
          <dt>{contactCopy.hours}</dt>
          <dd>
            {hoursLines(shop.hours).map((text) => (
              <div key={text}>{text}</div>
            ))}
          </dd>
        </div>
      </dl>
    </Panel>
  )
}

function DeliveryFees({ shop }: { shop: ShopDetails }) {
  return (
    <Panel>
      <h2 className={styles.title}>{contactCopy.delivery}</h2>
      <dl className={styles.facts}>
        {shop.places.map(({ id, name, fee, promise, note, freeOver }) => (
          <div key={id}>
            <dt>
              {name}
              {[promise, note].filter(Boolean).map((text) => (
                <div key={text} className={styles.more}>
                  {text}
                </div>
              ))}
            </dt>
            <dd className={styles.fee}>
              {deliveryCopy.fee(fee)}
              {fee > 0 && freeOver !== null && <div className={styles.more}>{deliveryCopy.freeOver(freeOver)}</div>}
            </dd>
          </div>
        ))}
      </dl>
    </Panel>
  )
}
