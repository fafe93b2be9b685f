import { shopNow } from '@marashi/api-client/shop-clock'
import { trpc } from '@marashi/api-client/trpc'
import { nairobiDay } from '@marashi/domain/rules/nairobi-time'
import { Skeleton } from '@marashi/ui/skeleton'
import { keepPreviousData } from '@tanstack/react-query'
import { cashUpCopy } from '../../copy/cash-up.ts'
import { PageData } from '../../lib/display/page-data.tsx'
import { PageHeading } from '../../lib/display/page-heading.tsx'
import { CsvLink } from '../../lib/lists/csv-link.tsx'
import { AuthRequired } from '../../lib/session/auth-required.tsx'
import { useToday } from '../../lib/use-today.ts'
import { ConfirmationAddressPanel } from './addresses/confirmation-addresses.tsx'
import styles from './cash-up-page.module.css'
import { CheckLine } from './check/check-line.tsx'
import { CloseDay } from './close-day.tsx'
import { DayChooser } from './day-chooser.tsx'
import { MethodTable } from './method-table.tsx'
import { GoneMoney, MissingMoney } from './missing-money.tsx'
import { RevenueExplained } from './revenue-explained.tsx'
import { StillOpen } from './still-open.tsx'
import { SettledToday } from './transactions/settled-today.tsx'
import { UnmatchedMoney } from './transactions/unmatched-money.tsx'
import { TypedReceipts } from './typed-receipts.tsx'

const READING_MS = 3_000
const TODAY_MS = 30_000

/** The daily check: a day's money by the orders and by the gateways, and every line that explains how they differ. */
export function CashUpPage({ day: asked }: { day: string | undefined }) {
  const today = nairobiDay(shopNow())
  const begun = useToday()
  const day = asked !== undefined && asked <= today ? asked : begun
  const utils = trpc.useUtils()
  const { data, error, isPlaceholderData } = trpc.admin.cashUp.day.useQuery(
    { day },
    {
      placeholderData: keepPreviousData,
      refetchInterval: ({ state }) => {
        if (state.data?.methods.some(({ checking }) => checking !== null)) return READING_MS
        return day === today ? TODAY_MS : false
      },
    },
  )
  return (
    <div className={styles.page}>
      <PageHeading title={cashUpCopy.title}>
        {!error && <CsvLink list="cash-up" filters={{ from: day, to: day }} />}
      </PageHeading>
      <DayChooser day={day} today={today} />
      <PageData
        failure={
          error && <AuthRequired explanation={cashUpCopy.authHint} onRetry={() => void utils.admin.invalidate()} />
        }
      >
        {data ? (
          <div aria-busy={isPlaceholderData} className={isPlaceholderData ? styles.dimmed : undefined}>
            <MethodTable methods={data.methods} />
            <CheckLine key={data.day} cashUp={data} today={today} />
            <UnmatchedMoney day={data.day} />
            <TypedReceipts day={data.day} />
            <MissingMoney cashUp={data} />
            <GoneMoney cashUp={data} />
            <StillOpen open={data.open} />
            <SettledToday today={today} />
            <CloseDay key={`close ${data.day}`} cashUp={data} today={today} />
            <RevenueExplained explanation={data.explanation} />
            <ConfirmationAddressPanel />
          </div>
        ) : (
          <Skeleton className={styles.waiting ?? ''} />
        )}
      </PageData>
    </div>
  )
}
