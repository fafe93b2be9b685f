import { trpc } from '@marashi/api-client/trpc'
import type { ProductDetails } from '@marashi/domain/contracts/catalogue'
import { formatKsh } from '@marashi/domain/rules/money'
import { Link } from '@tanstack/react-router'
import { productCopy } from '../../copy/product.ts'
import { ProductPicture } from '../../lib/product-picture.tsx'
import styles from './related-products.module.css'

/** Perfumes that share notes with this one, or stand beside it; nothing while there are none. */
export function RelatedProducts({ product: { id, name } }: { product: ProductDetails }) {
  const { data: related = [] } = trpc.catalogue.relatedProducts.useQuery({ id })
  if (related.length === 0) return null
  return (
    <section className={styles.box}>
      <h2>{productCopy.related(name)}</h2>
      <ul className={styles.list}>
        {related.map((each) => (
          <li key={each.id}>
            <Link to="/product/$id" params={{ id: each.id }}>
              <span className={styles.niche}>
                <ProductPicture image={each.image} alt="" sizes="(min-width: 60rem) 240px, 148px" />
              </span>
              <span className={styles.name}>{each.name}</span>
              <span className={styles.why}>
                {each.sharedNotes.length > 0
                  ? productCopy.alsoWith(each.sharedNotes.slice(0, 2).join(', '))
                  : each.category}
              </span>
              <strong>{formatKsh(each.price)}</strong>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
