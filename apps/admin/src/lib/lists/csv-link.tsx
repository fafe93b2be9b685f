import { trpc } from '@marashi/api-client/trpc'
import { buttonClass } from '@marashi/ui/button'
import { Download } from 'lucide-react'
import { type MouseEvent, useRef } from 'react'
import { commonCopy } from '../../copy/common.ts'
import { useNotifyFailure } from '../notify/use-notify-failure.ts'
import styles from './csv-link.module.css'

/**
 * Downloads the whole filtered list, not only the current page, or the chosen rows (docs/behaviour.md#exports). It checks the session first,
 * because the browser would save a refusal as a file or ignore it.
 */
export function CsvLink({
  list,
  filters,
  label = commonCopy.exportCsv,
  className,
}: {
  list: 'orders' | 'payments' | 'products' | 'cash-up'
  filters: Record<string, string | undefined>
  label?: string
  className?: string | undefined
}) {
  const { client } = trpc.useUtils()
  const notifyFailure = useNotifyFailure()
  const isAsking = useRef(false)
  const isAllowed = useRef(false)
  const chosen = Object.entries(filters).flatMap(([name, value]) => (value ? [[name, value]] : []))
  const query = new URLSearchParams(chosen).toString()

  async function askFirst(event: MouseEvent<HTMLAnchorElement>) {
    if (isAllowed.current) {
      isAllowed.current = false
      return
    }
    event.preventDefault()
    // A second press meanwhile is the first one's.
    if (isAsking.current) return
    isAsking.current = true
    const link = event.currentTarget
    try {
      await client.admin.session.current.query()
    } catch (error) {
      notifyFailure(error, commonCopy.failedExport)
      return
    } finally {
      isAsking.current = false
    }
    isAllowed.current = true
    link.click()
  }

  return (
    <a
      href={`/api/admin/${list}.csv${query && `?${query}`}`}
      download
      onClick={askFirst}
      className={buttonClass({ variant: 'outline' }, className)}
    >
      <Download size={18} aria-hidden="true" />
      <span className={styles.word}>{label}</span>
    </a>
  )
}
