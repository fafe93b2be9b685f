import type { ImportedProducts } from '@marashi/domain/contracts/admin-product-file'
import { productsCopy } from '../../../copy/products.ts'
import { Cells } from './cells.tsx'
import styles from './import-dialog.module.css'

const copy = productsCopy.file

/** What a file would do, cell by cell, or every row and column of it that is wrong. */
export function ImportOutcome({ outcome }: { outcome: ImportedProducts }) {
  const { created, updated, changes, kept, problems } = outcome
  if (problems.length > 0)
    return (
      <>
        <p role="alert" className={styles.wrong}>
          {copy.wrong(problems.length)}
        </p>
        <Cells
          headings={[copy.row, copy.column, copy.problem]}
          lines={problems.map(({ row, column, message }) => [String(row), column ?? '', message])}
        />
      </>
    )
  const nothing = kept.length === 0 ? copy.nothingNew : copy.nothingChanged
  return (
    <>
      <p role="status">{created + updated === 0 ? nothing : copy.found(outcome)}</p>
      {changes.length > 0 && <BothSides cells={changes} />}
      {kept.length > 0 && (
        <>
          <p role="status">{copy.kept}</p>
          <BothSides cells={kept} />
        </>
      )}
    </>
  )
}

const BothSides = ({ cells }: { cells: ImportedProducts['changes'] }) => (
  <Cells
    headings={[copy.row, copy.product, copy.from, copy.to]}
    lines={cells.map(({ row, name, column, from, to }) => [
      String(row),
      copy.cell(name, column),
      from || copy.empty,
      to || copy.empty,
    ])}
  />
)
