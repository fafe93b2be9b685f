import { trpc } from '@marashi/api-client/trpc'
import type { StatementImported } from '@marashi/domain/contracts/admin-cash-up'
import { Button } from '@marashi/ui/button'
import { Link } from '@tanstack/react-router'
import { FileUp } from 'lucide-react'
import { useRef, useState } from 'react'
import { cashUpCopy } from '../../../copy/cash-up.ts'
import { dayName } from '../days.ts'
import styles from './check-line.module.css'
import { importStatement } from './import-statement.ts'

const copy = cashUpCopy.statement
/** A statement of a month names them all. */
const namedDays = 31

/** Reads a statement of the gateway's portal in. What is wrong with it stays on the screen with its row, to be corrected. */
export function StatementImport({ day, today }: { day: string; today: string }) {
  const picker = useRef<HTMLInputElement>(null)
  const [isBusy, setIsBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const [imported, setImported] = useState<StatementImported>()
  const utils = trpc.useUtils()

  async function send(file: File) {
    setIsBusy(true)
    setProblem(undefined)
    setImported(undefined)
    try {
      setImported(await importStatement(file))
      await Promise.all([
        utils.admin.cashUp.invalidate(),
        utils.admin.transactions.invalidate(),
        utils.admin.dashboard.invalidate(),
      ])
    } catch (error) {
      setProblem((error as Error).message)
    } finally {
      setIsBusy(false)
    }
  }

  const otherDays = imported?.days.filter((each) => each !== day && each <= today).slice(-namedDays) ?? []
  return (
    <div className={styles.import}>
      <Button variant="outline" size="small" isBusy={isBusy} onClick={() => picker.current?.click()}>
        <FileUp size={18} aria-hidden="true" />
        {isBusy ? copy.importing : copy.choose}
      </Button>
      <input
        ref={picker}
        type="file"
        hidden
        accept=".csv,text/csv"
        aria-label={copy.hint}
        onChange={({ target }) => {
          const [file] = target.files ?? []
          // The same file can be chosen again after it was corrected.
          target.value = ''
          if (file) void send(file)
        }}
      />
      <div role="status" className={styles.report}>
        {imported && <p>{copy.done(imported.lines, imported.added)}</p>}
        {otherDays.length > 0 && (
          <p className={styles.days}>
            {otherDays.map((each) => (
              <Link key={each} to="/cash-up" search={{ day: each }}>
                {copy.openDay(dayName(each, today))}
              </Link>
            ))}
          </p>
        )}
      </div>
      {problem && (
        <p role="alert" className={`${styles.report} ${styles.problem}`}>
          {problem}
        </p>
      )}
    </div>
  )
}
