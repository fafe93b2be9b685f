import { trpc } from '@marashi/api-client/trpc'
import type { CashUp, CashUpMethod } from '@marashi/domain/contracts/admin-cash-up'
import { nairobiClock, nairobiDay, nairobiTime } from '@marashi/domain/rules/nairobi-time'
import { Button } from '@marashi/ui/button'
import { RefreshCw } from 'lucide-react'
import { useEffect } from 'react'
import { cashUpCopy } from '../../../copy/cash-up.ts'
import { notifyError, notifySuccess } from '../../../lib/notify/notify.ts'
import { useNotifyFailure } from '../../../lib/notify/use-notify-failure.ts'
import { ksh, signedKsh } from '../amounts.ts'
import { explainedBy, totalOf } from '../sums.ts'
import styles from './check-line.module.css'
import { StatementImport } from './statement-import.tsx'

const copy = cashUpCopy.check
const methodNames = cashUpCopy.table.methods
/** More amounts than this are no explanation that somebody reads. */
const namedAmounts = 4

/** When the gateways' lists were read, what explains the difference, and the ways to read them again. */
export function CheckLine({ cashUp, today }: { cashUp: CashUp; today: string }) {
  const { day, methods } = cashUp
  const utils = trpc.useUtils()
  const notifyFailure = useNotifyFailure()
  const check = trpc.admin.cashUp.check.useMutation({
    onSuccess: async ({ cashUp: checked, gateways }) => {
      utils.admin.cashUp.day.setData({ day: checked.day }, checked)
      await Promise.all([utils.admin.transactions.invalidate(), utils.admin.dashboard.invalidate()])
      const problems = gateways.flatMap(({ state, message }) => (state === 'checked' || !message ? [] : [message]))
      const isOnGoing = gateways.some(({ state }) => state === 'checking')
      if (isOnGoing || gateways.some(({ state }) => state === 'checked')) {
        notifySuccess([isOnGoing ? copy.readOn : copy.checked, ...problems].join(' '))
      } else notifyError(problems.join(' ') || copy.failed)
    },
    onError: (error) => notifyFailure(error, copy.failed),
  })
  const gateways = methods.filter(({ method }) => method !== 'on-delivery')
  const reading = gateways.filter(({ checking }) => checking !== null)
  const isReading = reading.length > 0
  useEffect(() => {
    if (isReading) return () => void utils.admin.transactions.invalidate()
  }, [isReading, utils])
  return (
    <div className={styles.line}>
      <p>
        {[...gateways.map((method) => readOf(method, today)), explanationOf(cashUp)]
          .filter((text) => text !== '')
          .map((text) => (
            <span key={text} className={styles.part}>
              {text}{' '}
            </span>
          ))}
      </p>
      <p role="status">
        {reading.map(({ method, checking }) => copy.reading(methodNames[method], checking ?? 0)).join(' ')}
      </p>
      <div className={styles.actions}>
        {gateways.some(({ canAsk }) => canAsk) && (
          <Button
            variant="outline"
            size="small"
            isBusy={check.isPending || isReading}
            onClick={() => check.mutate({ day })}
          >
            <RefreshCw size={18} aria-hidden="true" />
            {check.isPending || isReading ? copy.checking : copy.now}
          </Button>
        )}
        <StatementImport day={day} today={today} />
      </div>
    </div>
  )
}

function readOf({ method, checkedAt, source, isWholeDay, unchecked, canAsk }: CashUpMethod, today: string): string {
  const name = methodNames[method]
  if (checkedAt === null || source === null) {
    return canAsk ? `${copy.never(name)}.` : `${copy.never(name)}, ${copy.unasked[method]}.`
  }
  const time = nairobiDay(checkedAt) === today ? nairobiClock(checkedAt) : nairobiTime(checkedAt)
  const read = copy.read(name, copy.sources[source], time)
  if (isWholeDay) return `${read}.`
  const rest = unchecked ? `: ${copy.notCompared(ksh(unchecked))}` : ''
  return `${read}, ${copy.partOfDay}${rest}.`
}

function explanationOf(cashUp: CashUp): string {
  const { theirsNotOurs, oursNotTheirs, differing } = cashUp
  const count = theirsNotOurs.total + oursNotTheirs.total + differing.total
  if (count === 0 || totalOf(cashUp.methods).difference === 0) return ''
  const amounts = count > namedAmounts ? '' : inOneLine(explainedBy(cashUp).map(signedKsh))
  return copy.explained(count, amounts)
}

/** `a`, `a and b`, `a, b and c`. */
function inOneLine(parts: readonly string[]): string {
  const before = parts.slice(0, -1).join(', ')
  const last = parts.at(-1) ?? ''
  return before === '' ? last : `${before} and ${last}`
}
