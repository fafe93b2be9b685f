import { trpc } from '@marashi/api-client/trpc'
import type { Product } from '@marashi/domain/contracts/catalogue'
import type { ShopDetails } from '@marashi/domain/contracts/shop'
import { Button } from '@marashi/ui/button'
import { Link } from '@tanstack/react-router'
import { homeCopy } from '../../copy/home.ts'
import { carryPicture } from '../../lib/carry-picture.ts'
import { LinkButton } from '../../lib/link-button.tsx'
import { ProductPicture } from '../../lib/product-picture.tsx'
import styles from './hero.module.css'
import { heroQuery } from './hero-query.ts'
import { Lattice } from './lattice.tsx'
import { sellingPointsId } from './selling-points.tsx'
import { Smoke } from './smoke.tsx'

/** The banner of the home page: title, links and three products. See docs/behaviour.md#home. */
export function Hero({ words }: { words: ShopDetails['home'] }) {
  const [, start, end] = lastTwoWords.exec(words.title) ?? [null, words.title]
  const { data } = trpc.catalogue.products.useQuery(heroQuery)
  const products = data && 'data' in data ? data.data : []
  return (
    <section className={styles.hero}>
      <Lattice className={styles.lattice} />
      <div className={styles.content}>
        <div className={styles.words}>
          <h1 className={styles.title}>
            {start} {end && <em>{end}</em>}
          </h1>
          <p className={styles.lead}>{words.text}</p>
          <div className={styles.actions}>
            <LinkButton to="/shop" variant="accent" size="large">
              {words.button}
            </LinkButton>
            <Button variant="outline" size="large" className={styles.learn} onClick={showSellingPoints}>
              {homeCopy.learnMore}
            </Button>
          </div>
        </div>
        {products.length > 0 && (
          <div className={styles.niches}>
            <Smoke className={styles.smoke} />
            {products.map((product, index) => (
              <Niche key={product.id} product={product} isCentre={index === 0} />
            ))}
          </div>
        )}
      </div>
    </section>
  )
}

function Niche({ product, isCentre }: { product: Product; isCentre: boolean }) {
  return (
    <Link
      to="/product/$id"
      params={{ id: product.id }}
      className={`${styles.niche} ${isCentre ? styles.centre : ''}`}
      aria-label={product.name}
      data-perfume=""
      viewTransition
      onClick={carryPicture}
    >
      <ProductPicture
        image={product.image}
        alt=""
        sizes={isCentre ? '(min-width: 60rem) 240px, 34vw' : '(min-width: 60rem) 190px, 27vw'}
        isUrgent
      />
    </Link>
  )
}

/** Of a title of four words or more. */
const lastTwoWords = /^(\S+ \S.*) (\S+ \S+)$/

/** Learn More scrolls to the selling points and does not navigate. */
function showSellingPoints() {
  document.getElementById(sellingPointsId)?.scrollIntoView({ block: 'center' })
}
