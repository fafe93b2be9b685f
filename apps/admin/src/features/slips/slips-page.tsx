import { trpc } from '@marashi/api-client/trpc'
import { Button, buttonClass } from '@marashi/ui/button'
import { Skeleton } from '@marashi/ui/skeleton'
import { Link } from '@tanstack/react-router'
import { ArrowLeft, Printer } from 'lucide-react'
import { useState } from 'react'
import { slipsCopy } from '../../copy/slips.ts'
import { AuthRequired } from '../../lib/session/auth-required.tsx'
import { PackingSlip } from './packing-slip.tsx'
import { type SlipSize, savedSize, saveSize, slipSizes } from './slip-size.ts'
import styles from './slips-page.module.css'
import { usePrintOnce } from './use-print-once.ts'

/** Packing slips of several orders, on paper of the chosen size. The printer's dialog opens by itself. */
export function SlipsPage({ orders }: { orders: string }) {
  const slips = trpc.admin.orders.packingSlips.useQuery({ orders })
  const shop = trpc.catalogue.shop.useQuery()
  const [size, setSize] = useState<SlipSize>(savedSize)
  const isReady = slips.data !== undefined && shop.data !== undefined
  const sheet = usePrintOnce({ isReady, size })
  if (slips.isError || shop.isError) {
    const retry = () => void Promise.all([slips.refetch(), shop.refetch()])
    return <AuthRequired explanation={slipsCopy.loginHint} onRetry={retry} />
  }
  return (
    <main className={styles.page}>
      <header className={styles.tools}>
        <Link to="/orders" className={buttonClass({ variant: 'ghost', isIcon: true })} aria-label={slipsCopy.back}>
          <ArrowLeft size={20} aria-hidden="true" />
        </Link>
        <h1 className={styles.title}>{slipsCopy.title}</h1>
        <fieldset aria-label={slipsCopy.paper} className={styles.sizes}>
          {slipSizes.map((each) => (
            <label key={each} className={styles.size}>
              <input
                type="radio"
                name="paper"
                checked={size === each}
                onChange={() => {
                  setSize(each)
                  saveSize(each)
                }}
              />
              <span>{slipsCopy.sizes[each]}</span>
            </label>
          ))}
        </fieldset>
        <Button onClick={() => window.print()}>
          <Printer size={18} aria-hidden="true" />
          {slipsCopy.print}
        </Button>
      </header>
      {!isReady && <Skeleton className={styles.waiting ?? ''} />}
      {isReady && slips.data.orders.length === 0 && <p className={styles.none}>{slipsCopy.none}</p>}
      {isReady && (
        <div ref={sheet} className={`${styles.slips} ${styles[size]}`}>
          {slips.data.orders.map((order) => (
            <div key={order.id} className={styles.paper}>
              <PackingSlip order={order} shop={shop.data} />
            </div>
          ))}
        </div>
      )}
    </main>
  )
}
