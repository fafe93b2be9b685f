import { trpc } from '@marashi/api-client/trpc'
import type { LowStock } from '@marashi/domain/contracts/admin-stock'
import { Badge } from '@marashi/ui/badge'
import { Panel } from '@marashi/ui/panel'
import { Link } from '@tanstack/react-router'
import { TriangleAlert } from 'lucide-react'
import { dashboardCopy } from '../../../copy/dashboard.ts'
import { Thumb } from '../../../lib/display/thumb.tsx'
import { PanelFailure } from '../panel-failure.tsx'
import styles from './running-low.module.css'

const copy = dashboardCopy.low
const SHOWN = 5

/** The perfumes of which few are left, fewest first. Nothing where nothing is low, as in a shop that counts nothing. */
export function RunningLow() {
  const { data, isLoadingError, refetch } = trpc.admin.stock.low.useQuery()
  if (!isLoadingError && !data?.total) return null
  return (
    <Panel>
      <section aria-labelledby="running-low">
        <h2 id="running-low" className={styles.title}>
          {copy.title}
        </h2>
        {isLoadingError && <PanelFailure text={copy.failed} onRetry={() => void refetch()} />}
        {data && <LowProducts low={data} />}
      </section>
    </Panel>
  )
}

function LowProducts({ low: { products, total } }: { low: LowStock }) {
  return (
    <>
      <ul>
        {products.slice(0, SHOWN).map(({ productId, name, image, stockCount, soldOut }) => (
          <li key={productId} className={styles.line}>
            <span className={styles.picture}>
              <Thumb image={image} />
            </span>
            <span className={styles.name}>{name}</span>
            <Badge tone="orange" icon={<TriangleAlert aria-hidden="true" />}>
              {soldOut || stockCount === 0 ? copy.soldOut : copy.left(stockCount ?? 0)}
            </Badge>
          </li>
        ))}
      </ul>
      <Link to="/stock" className={styles.all}>
        {copy.all(total)}
      </Link>
    </>
  )
}
