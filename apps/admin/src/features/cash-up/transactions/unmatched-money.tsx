import { trpc } from '@marashi/api-client/trpc'
import type { GatewayTransaction } from '@marashi/domain/contracts/admin-transactions'
import { nairobiDay, nairobiPeriod } from '@marashi/domain/rules/nairobi-time'
import { cashUpCopy } from '../../../copy/cash-up.ts'
import { LoadFailure } from '../../../lib/display/load-failure.tsx'
import { RecordList } from '../../../lib/lists/record-list.tsx'
import { CashUpSection } from '../cash-up-section.tsx'
import cards from '../money-card.module.css'
import { UnmatchedCard } from './unmatched-card.tsx'

const copy = cashUpCopy.unmatched
const refreshMs = 30_000
const shown = 100

/**
 * Money that arrived and that nobody can place: of the day first, whatever came since, then of other days, so that none is
 * overlooked.
 */
export function UnmatchedMoney({ day }: { day: string }) {
  const { from, until } = nairobiPeriod(day)
  const times = { createdFrom: from.toISOString(), createdTo: until.toISOString() }
  const ofDay = trpc.admin.transactions.list.useQuery(
    { state: 'unmatched', limit: shown, ...times },
    { refetchInterval: refreshMs },
  )
  const newest = trpc.admin.transactions.list.useQuery(
    { state: 'unmatched', limit: shown },
    { refetchInterval: refreshMs },
  )
  if ((ofDay.error && !ofDay.data) || (newest.error && !newest.data)) {
    return (
      <CashUpSection title={copy.title}>
        <LoadFailure message={copy.failed} onRetry={() => Promise.all([ofDay.refetch(), newest.refetch()])} />
      </CashUpSection>
    )
  }
  if (!ofDay.data || !newest.data) return null
  const { transactions, total: dayTotal } = ofDay.data
  const { total } = newest.data
  const others = newest.data.transactions.filter(({ occurredAt }) => nairobiDay(occurredAt) !== day)
  const otherTotal = Math.max(total - dayTotal, others.length)
  const isDayEmpty = transactions.length === 0
  return (
    <CashUpSection title={copy.title} count={total} look="alarm" hint={total === 0 ? copy.none : copy.hint}>
      {!isDayEmpty && <Cards transactions={transactions} day={day} label={copy.list} hasFirst />}
      {dayTotal > transactions.length && <p>{copy.more(dayTotal - transactions.length)}</p>}
      {otherTotal > 0 && (
        <details className={cards.others} open={isDayEmpty}>
          <summary>{copy.otherDays(otherTotal)}</summary>
          {others.length > 0 && (
            <Cards transactions={others} day={day} label={copy.otherDays(otherTotal)} hasFirst={isDayEmpty} />
          )}
          {otherTotal > others.length && <p>{copy.onTheirDays(otherTotal - others.length)}</p>}
        </details>
      )}
    </CashUpSection>
  )
}

function Cards({
  transactions,
  day,
  label,
  hasFirst,
}: {
  transactions: GatewayTransaction[]
  day: string
  label: string
  /** One of its cards has the page's one filled button: the first that fits an order, else the first. */
  hasFirst: boolean
}) {
  const first = Math.max(
    0,
    transactions.findIndex(({ suggestions }) => suggestions.length > 0),
  )
  return (
    <RecordList label={label} isDimmed={false}>
      {transactions.map((transaction, index) => (
        <UnmatchedCard key={transaction.id} transaction={transaction} day={day} isFirst={hasFirst && index === first} />
      ))}
    </RecordList>
  )
}
