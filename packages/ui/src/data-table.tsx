/* biome-ignore-all lint/a11y/noRedundantRoles: with the layout of cards some browsers drop the roles of a table */
/* biome-ignore-all lint/a11y/useSemanticElements: the elements are the semantic ones */
import type { ReactNode } from 'react'
import styles from './data-table.module.css'
import { Skeleton } from './skeleton.tsx'

export type Column<Row> = {
  key: string
  header: string
  cell: (row: Row) => ReactNode
  /** Figures and buttons stand at the right edge. */
  isAtEnd?: boolean
}

/**
 * A table of records. Its first column names the row. Below 768 px each row becomes a card whose lines show the
 * column's name; the roles are explicit, because some browsers drop them with that layout. Without rows it shows
 * `emptyText`, or as many grey rows as `skeletonRows`.
 */
export function DataTable<Row>({
  caption,
  columns,
  rows,
  rowKey,
  emptyText,
  skeletonRows = 0,
  isDimmed = false,
}: {
  caption: ReactNode
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string
  emptyText: ReactNode
  skeletonRows?: number
  isDimmed?: boolean
}) {
  return (
    <table role="table" className={`${styles.table} ${isDimmed ? styles.dimmed : ''}`} aria-busy={isDimmed}>
      <caption className={styles.caption}>{caption}</caption>
      <thead role="rowgroup" className={styles.head}>
        <tr role="row">
          {columns.map((column) => (
            <th key={column.key} scope="col" role="columnheader" className={column.isAtEnd ? styles.end : undefined}>
              {column.header}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {Array.from({ length: skeletonRows }, (_, index) => (
          <tr key={index} role="row" className={styles.row}>
            {columns.map((column) => (
              <td key={column.key} role="cell">
                <Skeleton />
              </td>
            ))}
          </tr>
        ))}
        {skeletonRows === 0 && rows.length === 0 && (
          <tr role="row">
            <td role="cell" colSpan={columns.length} className={styles.empty}>
              {emptyText}
            </td>
          </tr>
        )}
        {rows.map((row) => (
          <tr key={rowKey(row)} role="row" className={styles.row}>
            {columns.map((column, index) => {
              const Cell = index === 0 ? 'th' : 'td'
              return (
                <Cell
                  key={column.key}
                  {...(index === 0 ? { scope: 'row', role: 'rowheader' } : { role: 'cell' })}
                  data-label={column.header}
                  className={column.isAtEnd ? styles.end : undefined}
                >
                  {column.cell(row)}
                </Cell>
              )
            })}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
