import type { AdminOverview, TopDeleted, TopProducts } from '@marashi/domain/contracts/admin-dashboard'
import { formatKsh } from '@marashi/domain/rules/money'
import { topPerfumesShown } from '@marashi/domain/rules/top-perfumes'
import { Panel } from '@marashi/ui/panel'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { dashboardCopy } from '../../../copy/dashboard.ts'
import { Thumb } from '../../../lib/display/thumb.tsx'
import styles from './top-perfumes.module.css'

const copy = dashboardCopy.top
const periods = ['day', 'week', 'month'] as const

/** The perfumes that sold best in the chosen time. */
export function TopPerfumes({ top }: { top: AdminOverview['top'] }) {
  const [period, setPeriod] = useState<(typeof periods)[number]>('week')
  return (
    <Panel>
      <section aria-labelledby="top-perfumes">
        <div className={styles.head}>
          <h2 id="top-perfumes" className={styles.title} title={copy.hint}>
            {copy.title}
          </h2>
          <fieldset aria-label={copy.period} className={styles.periods}>
            {periods.map((each) => (
              <label key={each} className={styles.period}>
                <input type="radio" name="top-period" checked={period === each} onChange={() => setPeriod(each)} />
                <span>{copy.periods[each]}</span>
              </label>
            ))}
          </fieldset>
        </div>
        <Best products={[...top[period], ...top.deleted[period]]} />
      </section>
    </Panel>
  )
}

/** The best of them: those of the catalogue, which have an id and a picture, and those that were deleted since. */
function Best({ products }: { products: readonly (TopProducts[number] | TopDeleted[number])[] }) {
  const best = [...products].sort((one, other) => other.amount - one.amount).slice(0, topPerfumesShown)
  const most = best[0]?.amount ?? 1
  if (best.length === 0) return <p className={styles.none}>{copy.none}</p>
  return (
    <ol>
      {best.map((product) => (
        <li key={'id' in product ? product.id : product.name} className={styles.line}>
          <span className={styles.picture}>{'image' in product && <Thumb image={product.image} />}</span>
          <span className={styles.words}>
            {'id' in product ? (
              <Link to="/products" search={{ search: product.name }} className={styles.name}>
                {product.name}
              </Link>
            ) : (
              <span className={styles.name}>{copy.deleted(product.name)}</span>
            )}
            <span aria-hidden="true" className={styles.track}>
              <span className={styles.bar} style={{ width: `${(product.amount / most) * 100}%` }} />
            </span>
          </span>
          <span className={styles.amount}>
            <b>{formatKsh(product.amount)}</b>
            {copy.sold(product.pieces)}
          </span>
        </li>
      ))}
    </ol>
  )
}
