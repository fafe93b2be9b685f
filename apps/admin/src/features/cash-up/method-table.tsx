import type { CashUp } from '@marashi/domain/contracts/admin-cash-up'
import { Panel } from '@marashi/ui/panel'
import { Check, CircleHelp } from 'lucide-react'
import { cashUpCopy } from '../../copy/cash-up.ts'
import { bareKsh, signedKsh } from './amounts.ts'
import { MethodDetails } from './method-details.tsx'
import styles from './method-table.module.css'
import { sumsOf, totalOf } from './sums.ts'

const copy = cashUpCopy.table

/** What each way to pay brought by the orders and by the gateways, less what went back, and how the two differ. */
export function MethodTable({ methods }: { methods: CashUp['methods'] }) {
  const day = totalOf(methods)
  return (
    <Panel isPadded={false} className={styles.panel}>
      <table className={styles.table}>
        <caption className={styles.caption}>{copy.caption}</caption>
        <thead>
          <tr>
            <th scope="col">{copy.unit}</th>
            <th scope="col">{copy.orders}</th>
            <th scope="col">{copy.arrived}</th>
            <th scope="col">{copy.difference}</th>
          </tr>
        </thead>
        <tbody>
          {methods.map((method) => {
            const { orders, arrived, difference } = sumsOf(method)
            return (
              <tr key={method.method}>
                <th scope="row">{copy.methods[method.method]}</th>
                <td>{bareKsh(orders)}</td>
                <td>{arrived === null ? copy.nothing : bareKsh(arrived)}</td>
                <td>
                  {method.method === 'on-delivery' ? (
                    <span className={styles.quiet}>{copy.counted}</span>
                  ) : (
                    <Difference cents={difference} />
                  )}
                </td>
              </tr>
            )
          })}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{copy.day}</th>
            <td>{bareKsh(day.orders)}</td>
            <td>{day.arrived === null ? copy.nothing : bareKsh(day.arrived)}</td>
            <td>
              <Difference cents={day.difference} />
            </td>
          </tr>
        </tfoot>
      </table>
      <MethodDetails methods={methods} />
    </Panel>
  )
}

/** Sign and word, never the colour alone. */
function Difference({ cents }: { cents: number | null }) {
  if (cents === null) {
    return (
      <span className={styles.quiet}>
        <CircleHelp size={16} aria-hidden="true" />
        {copy.unchecked}
      </span>
    )
  }
  if (cents === 0) {
    return (
      <span className={styles.equal}>
        <Check size={16} strokeWidth={2.5} aria-hidden="true" />
        {copy.equal}
      </span>
    )
  }
  return (
    <span className={styles.different}>
      {signedKsh(cents)} <span className={styles.word}>{cents > 0 ? copy.over : copy.short}</span>
    </span>
  )
}
