/** Rows as a table for a terminal, the first one above a line. Columns of numbers, from `first` to `last`, stand at the right. */
export function textTable(
  rows: readonly (readonly string[])[],
  { first, last }: { first: number; last: number },
): string {
  const [columns = []] = rows
  const widths = columns.map((_, column) => Math.max(...rows.map((row) => (row[column] ?? '').length)))
  const isNumber = (column: number) => column >= first && column <= last
  const [head = '', ...body] = rows.map((row) =>
    row
      .map((cell, column) => (isNumber(column) ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0)))
      .join('  ')
      .trimEnd(),
  )
  return [head, '-'.repeat(head.length), ...body].join('\n')
}
