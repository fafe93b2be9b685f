import { trpc } from '@marashi/api-client/trpc'
import type { ProductStock } from '@marashi/domain/contracts/admin-stock'
import { buttonClass } from '@marashi/ui/button'
import { Panel } from '@marashi/ui/panel'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { stockCopy } from '../../copy/stock.ts'
import { PageHeading } from '../../lib/display/page-heading.tsx'
import { Thumb } from '../../lib/display/thumb.tsx'
import { CardSkeletons } from '../../lib/lists/card-skeletons.tsx'
import { EmptyState } from '../../lib/lists/empty-state.tsx'
import { AuthRequired } from '../../lib/session/auth-required.tsx'
import { StockControl } from '../../lib/stock/stock-control.tsx'
import { ShortOrders } from './short-orders.tsx'
import styles from './stock-page.module.css'

/** What is running out, fewest first, and the orders that lack pieces. */
export function StockPage() {
  const low = trpc.admin.stock.low.useQuery()
  const { data } = low
  const rows = useSteadyRows(data?.products)
  return (
    <>
      <PageHeading title={stockCopy.title} subtitle={data && stockCopy.low(data.total)}>
        <Link to="/products" className={buttonClass({ variant: 'outline' })}>
          {stockCopy.toProducts}
        </Link>
      </PageHeading>
      {low.isError && <AuthRequired explanation={stockCopy.loginHint} onRetry={() => void low.refetch()} />}
      {!data && !low.isError && <CardSkeletons count={4} />}
      {data && data.shortOrders.length > 0 && <ShortOrders orders={data.shortOrders} total={data.shortOrdersTotal} />}
      {data && rows.length === 0 && <EmptyState title={stockCopy.none} hint={stockCopy.noneHint} />}
      {data && rows.length > 0 && (
        <Panel>
          <ul className={styles.list} aria-label={stockCopy.list}>
            {rows.map(({ productId, name, image }) => (
              <li key={productId} className={styles.row}>
                <div className={styles.picture}>
                  <Thumb image={image} />
                </div>
                <h2 className={styles.name}>{name}</h2>
                <StockControl productId={productId} name={name} hasThreshold />
              </li>
            ))}
          </ul>
          {data.total > data.products.length && <p>{stockCopy.andMore(data.total - data.products.length)}</p>}
        </Panel>
      )}
    </>
  )
}

/**
 * What was listed since the page was opened, each where it came first: the shop lists the fewest first and no more than what is
 * running out, so a press that adds a piece would bring another perfume under the next one.
 */
function useSteadyRows(listed: readonly ProductStock[] = []): readonly ProductStock[] {
  const [rows, setRows] = useState(listed)
  const added = listed.filter(({ productId }) => !rows.some((row) => row.productId === productId))
  if (added.length > 0) setRows([...rows, ...added])
  return rows
}
