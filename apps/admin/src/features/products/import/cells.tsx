import styles from './import-dialog.module.css'

/** Lines about cells of a file, each with a text under every heading. */
export function Cells({ headings, lines }: { headings: readonly string[]; lines: readonly (readonly string[])[] }) {
  return (
    <table className={styles.cells}>
      <thead>
        <tr>
          {headings.map((heading) => (
            <th key={heading} scope="col">
              {heading}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <tr key={line.join('\n')}>
            {headings.map((heading, place) => (
              <td key={heading}>{line[place]}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
