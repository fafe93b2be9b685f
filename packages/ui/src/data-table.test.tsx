import { cleanup, render, screen, within } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { type Column, DataTable } from './data-table.tsx'

afterEach(cleanup)

type Row = { id: string; amount: number }
const columns: Column<Row>[] = [
  { key: 'id', header: 'Order', cell: ({ id }) => id },
  { key: 'amount', header: 'Amount', isAtEnd: true, cell: ({ amount }) => `Ksh ${amount}` },
]
const show = (rows: Row[], skeletonRows = 0) =>
  render(
    <DataTable
      caption="Payments"
      columns={columns}
      rows={rows}
      rowKey={({ id }) => id}
      emptyText="Nothing"
      skeletonRows={skeletonRows}
    />,
  )

describe('DataTable', () => {
  it('names itself, its columns and its rows', () => {
    show([{ id: 'MR1', amount: 5 }])
    const table = screen.getByRole('table', { name: 'Payments' })
    expect(within(table).getAllByRole('columnheader')).toHaveLength(2)
    const row = within(table).getByRole('rowheader', { name: 'MR1' }).closest('tr') as HTMLElement
    expect(within(row).getByRole('cell').textContent).toBe('Ksh 5')
  })

  it('labels each value with its column, for screens where the headings are out of sight', () => {
    show([{ id: 'MR1', amount: 5 }])
    expect(screen.getByRole('cell').dataset.label).toBe('Amount')
  })

  it('shows in one cell over all columns that there is nothing', () => {
    show([])
    const cell = screen.getByRole<HTMLTableCellElement>('cell', { name: 'Nothing' })
    expect(cell.colSpan).toBe(2)
  })

  it('shows grey rows instead of the text that there is nothing', () => {
    show([], 10)
    expect(screen.getAllByRole('row')).toHaveLength(11)
    expect(screen.queryByText('Nothing')).toBeNull()
  })
})
