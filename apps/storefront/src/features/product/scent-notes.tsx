import type { ProductDetails } from '@marashi/domain/contracts/catalogue'
import { productCopy } from '../../copy/product.ts'
import styles from './scent-notes.module.css'

/** How the perfume opens, part by part, and its concentration and size: each only where it is filled. */
export function ScentNotes({ product }: { product: ProductDetails }) {
  const parts = (['notesTop', 'notesHeart', 'notesBase'] as const).filter((part) => product[part].length > 0)
  const facts = [
    [productCopy.concentration, product.concentration],
    [productCopy.sizeLabel, product.ml === null ? null : productCopy.size(product.ml)],
  ].filter(([, value]) => value !== null)
  if (parts.length === 0 && facts.length === 0) return null
  return (
    <section className={styles.box} aria-label={productCopy.details}>
      {parts.length > 0 && (
        <div className={styles.notes}>
          <h2>{productCopy.notesTitle}</h2>
          <div className={styles.niche}>
            <svg viewBox="0 0 104 216" aria-hidden="true" className={styles.arch}>
              <path className={styles.notesTop} d="M1 72C1 46 46 40 52 1C58 40 103 46 103 72Z" />
              <path className={styles.notesHeart} d="M1 72H103V144H1Z" />
              <path className={styles.notesBase} d="M1 144H103V215H1Z" />
            </svg>
            <dl className={styles.parts}>
              {parts.map((part) => (
                <div key={part}>
                  <dt>{productCopy[part]}</dt>
                  <dd>{product[part].join(', ')}</dd>
                </div>
              ))}
            </dl>
          </div>
        </div>
      )}
      {facts.length > 0 && (
        <dl className={styles.facts}>
          {facts.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  )
}
