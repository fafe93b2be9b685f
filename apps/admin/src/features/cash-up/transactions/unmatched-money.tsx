import { trpc } from '@marashi/api-client/trpc'
import type { GatewayTransaction } from '@marashi/domain/contracts/admin-transactions'
import { nairobiDay } from '@marashi/domain/rules/nairobi-time'
import { cashUpCopy } from '../../../copy/cash-up.ts'
import { LoadFailure } from '../../../lib/display/load-failure.tsx'
import { RecordList } from '../../../lib/lists/record-list.tsx'
import { CashUpSection } from '../cash-up-section.tsx'
import cards from '../money-card.module.css'
import { UnmatchedCard } from './unmatched-card.tsx'

const copy = cashUpCopy.unmatched
const refreshMs = 30_000
const shown = 100

/** Money that arrived and that nobody can place: of the day first, then of other days, so that none is overlooked. */
export function UnmatchedMoney({ day }: { day: string }) {
  const { data, error, refetch } = trpc.admin.transactions.list.useQuery(
    { state: 'unmatched', limit: shown },
    { refetchInterval: refreshMs },
  )
  if (error && !data) {
    return (
      <CashUpSection title={copy.title}>
        <LoadFailure message={copy.failed} onRetry={refetch} />
      </CashUpSection>
    )
  }
  if (!data) return null
  const isOfDay = ({ occurredAt }: GatewayTransaction) => nairobiDay(occurredAt) === day
  const ofDay = data.transactions.filter(isOfDay)
  const others = data.transactions.filter((transaction) => !isOfDay(transaction))
  return (
    <CashUpSection title={copy.title} count={data.total} look="alarm" hint={data.total === 0 ? copy.none : copy.hint}>
      {ofDay.length > 0 && <Cards transactions={ofDay} day={day} label={copy.list} hasFirst />}
      {others.length > 0 && (
        <details className={cards.others} open={ofDay.length === 0}>
          <summary>{copy.otherDays(others.length)}</summary>
          <Cards transactions={others} day={day} label={copy.otherDays(others.length)} hasFirst={ofDay.length === 0} />
          {data.total > shown && <p>{copy.more(data.total - shown)}</p>}
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
