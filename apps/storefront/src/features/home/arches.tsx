import { trpc } from '@marashi/api-client/trpc'
import { Link } from '@tanstack/react-router'
import { homeCopy } from '../../copy/home.ts'
import { ProductPicture } from '../../lib/product-picture.tsx'
import styles from './arches.module.css'

/** The largest categories as arches that lead into the shop; none where there is only one. See docs/behaviour.md#home. */
export function Arches() {
  const { data = [] } = trpc.catalogue.arches.useQuery()
  if (data.length < 2) return null
  return (
    <section className={styles.section} aria-labelledby="arches">
      <h2 id="arches">{homeCopy.arches}</h2>
      <ul className={styles.row}>
        {data.map(({ id, name, image, count }) => (
          <li key={id}>
            <Link to="/shop" search={{ category: name }} className={styles.arch}>
              <span className={styles.niche}>
                <ProductPicture image={image} alt="" sizes="(min-width: 48rem) 130px, 104px" />
              </span>
              <span className={styles.name}>{name}</span>
              <span className={styles.count}>{homeCopy.perfumes(count)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
