import type { ImportedProducts } from '@marashi/domain/contracts/admin-product-file'
import { productsCopy } from '../../../copy/products.ts'
import styles from './import-dialog.module.css'

const copy = productsCopy.file

/** What a file would do, or every row and column of it that is wrong. */
export function ImportOutcome({ outcome: { created, updated, problems } }: { outcome: ImportedProducts }) {
  if (problems.length === 0) return <p role="status">{copy.found(created, updated)}</p>
  return (
    <>
      <p role="alert" className={styles.wrong}>
        {copy.wrong(problems.length)}
      </p>
      <table className={styles.problems}>
        <thead>
          <tr>
            <th scope="col">{copy.row}</th>
            <th scope="col">{copy.column}</th>
            <th scope="col">{copy.problem}</th>
          </tr>
        </thead>
        <tbody>
          {problems.map(({ row, column, message }) => (
            <tr key={`${row} ${column} ${message}`}>
              <td>{row}</td>
              <td>{column}</td>
              <td>{message}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}
