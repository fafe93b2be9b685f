import { trpc } from '@marashi/api-client/trpc'
import type { ReceiptClaim } from '@marashi/domain/contracts/admin-receipt-claims'
import { Button } from '@marashi/ui/button'
import { Fragment, useState } from 'react'
import { cashUpCopy } from '../../copy/cash-up.ts'
import { CopyText } from '../../lib/display/copy-text.tsx'
import { LoadFailure } from '../../lib/display/load-failure.tsx'
import { ReasonDialog } from '../../lib/forms/reason-dialog.tsx'
import { RecordList } from '../../lib/lists/record-list.tsx'
import { CashUpSection } from './cash-up-section.tsx'
import styles from './money-card.module.css'
import { MoneyCard } from './money-card.tsx'
import { OrderLink } from './order-link.tsx'

const copy = cashUpCopy.claims
const refreshMs = 15_000

/** Receipts that shoppers typed and that nobody has proved yet. */
export function TypedReceipts({ day }: { day: string }) {
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } =
    trpc.admin.receiptClaims.list.useInfiniteQuery(
      {},
      { refetchInterval: refreshMs, getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined },
    )
  if (error && !data) {
    return (
      <CashUpSection title={copy.title}>
        <LoadFailure message={copy.failed} onRetry={refetch} />
      </CashUpSection>
    )
  }
  const total = data?.pages[0]?.total ?? 0
  if (!data || total === 0) return null
  return (
    <CashUpSection title={copy.title} count={total} hint={copy.hint}>
      <RecordList label={copy.list} isDimmed={false}>
        {data.pages
          .flatMap(({ claims }) => claims)
          .map((claim) => (
            <ClaimCard key={claim.id} claim={claim} day={day} />
          ))}
      </RecordList>
      {hasNextPage && (
        <Button variant="outline" isBusy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {copy.more}
        </Button>
      )}
    </CashUpSection>
  )
}

function ClaimCard({ claim, day }: { claim: ReceiptClaim; day: string }) {
  const [isRefusing, setIsRefusing] = useState(false)
  const utils = trpc.useUtils()
  const { id, amount, askedAt, orderId, orderNumber, customerName, paymentMethod, receipt, alsoTypedFor } = claim
  async function refuse(reason: string) {
    await utils.client.admin.receiptClaims.refuse.mutate({ id, reason })
    await Promise.all([utils.admin.receiptClaims.invalidate(), utils.admin.cashUp.invalidate()])
    return copy.refused(receipt)
  }
  return (
    <MoneyCard
      cents={amount}
      at={askedAt}
      day={day}
      actions={
        <Button variant="outline" aria-label={copy.refuseOf(receipt)} onClick={() => setIsRefusing(true)}>
          {copy.refuse}
        </Button>
      }
    >
      <p>
        <OrderLink orderId={orderId} orderNumber={orderNumber} /> {customerName}
      </p>
      <p className={styles.receipt}>
        <span>{copy.typed(cashUpCopy.table.methods[paymentMethod], receipt)}</span>
        <CopyText text={receipt} label={cashUpCopy.unmatched.copy(receipt)} />
      </p>
      <p>{waitsFor(claim)}</p>
      {alsoTypedFor.length > 0 && (
        <p>
          {copy.alsoTypedFor}
          {alsoTypedFor.map((order) => (
            <Fragment key={order.orderId}>
              {' '}
              <OrderLink {...order} />
            </Fragment>
          ))}
        </p>
      )}
      {isRefusing && (
        <ReasonDialog
          title={copy.refuseTitle}
          description={copy.refuseText(receipt, orderNumber)}
          hint={copy.refuseHint}
          submitLabel={copy.refuse}
          save={refuse}
          failed={copy.failedRefuse}
          onClose={() => setIsRefusing(false)}
        />
      )}
    </MoneyCard>
  )
}

function waitsFor({ leftBecause, minutesAfter, isWithShop }: ReceiptClaim): string {
  if (leftBecause) return copy.left[leftBecause](-(minutesAfter ?? 0))
  return isWithShop ? copy.withShop : copy.checking
}
