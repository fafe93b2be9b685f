import { buttonClass } from '@marashi/ui/button'
import { Download } from 'lucide-react'
import { commonCopy } from '../copy/common.ts'
import styles from './csv-link.module.css'

/** Downloads the whole list as it is filtered now, not only the page that is shown. */
export function CsvLink({
  list,
  filters,
}: {
  list: 'orders' | 'payments'
  filters: Record<string, string | undefined>
}) {
  const chosen = Object.entries(filters).flatMap(([name, value]) => (value ? [[name, value]] : []))
  const query = new URLSearchParams(chosen).toString()
  return (
    <a href={`/api/admin/${list}.csv${query && `?${query}`}`} download className={buttonClass({ variant: 'outline' })}>
      <Download size={18} aria-hidden="true" />
      <span className={styles.word}>{commonCopy.exportCsv}</span>
    </a>
  )
}
