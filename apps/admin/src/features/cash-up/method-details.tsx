import type { CashUp, CashUpMethod } from '@marashi/domain/contracts/admin-cash-up'
import { cashUpCopy } from '../../copy/cash-up.ts'
import { bareKsh } from './amounts.ts'
import styles from './method-table.module.css'

const copy = cashUpCopy.details

/** What the sums of the table are made of, and what the gateways keep for themselves; folded up. */
export function MethodDetails({ methods }: { methods: CashUp['methods'] }) {
  return (
    <details className={styles.details}>
      <summary>{copy.title}</summary>
      {methods.map((method) => (
        <section key={method.method} className={styles.method}>
          <h3 className={styles.name}>{cashUpCopy.table.methods[method.method]}</h3>
          <dl className={styles.parts}>
            {partsOf(method).map(([name, cents]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{bareKsh(cents)}</dd>
              </div>
            ))}
          </dl>
          {method.method === 'on-delivery' && <p className={styles.note}>{copy.cash}</p>}
          {method.arrived !== null && method.balances.length === 0 && <p className={styles.note}>{copy.noFees}</p>}
        </section>
      ))}
    </details>
  )
}

function partsOf({ expected, refunded, unchecked, arrived, returned, notSales, balances }: CashUpMethod) {
  const parts: [name: string, cents: number | null][] = [
    [copy.came, expected],
    [copy.wentBack, refunded || null],
    [copy.unchecked, unchecked || null],
    [copy.arrived, arrived],
    [copy.returned, returned || null],
    [copy.notSales, notSales || null],
    ...balances.flatMap(({ currency, fees, net }): [string, number][] => [
      [copy.fees(currency), fees],
      [copy.net(currency), net],
    ]),
  ]
  return parts.filter((part): part is [string, number] => part[1] !== null)
}
