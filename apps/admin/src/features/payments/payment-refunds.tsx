import { trpc } from '@marashi/api-client/trpc'
import type { RefundList, RefundRecord } from '@marashi/domain/contracts/admin-refunds'
import { isOpenRefund, type RefundStatus } from '@marashi/domain/rules/refund'
import { Badge, type BadgeTone } from '@marashi/ui/badge'
import { Button } from '@marashi/ui/button'
import { CircleCheck, CircleHelp, CircleX, Clock, type LucideIcon, RotateCcw } from 'lucide-react'
import { useEffect, useState } from 'react'
import { refundsCopy as copy } from '../../copy/refunds.ts'
import { Timestamp } from '../../lib/display/timestamp.tsx'
import { wholeKsh } from '../../lib/forms/cents.ts'
import styles from './payment-refunds.module.css'
import { RefundFormDialog } from './refund-form-dialog.tsx'
import { RefundOutcomeDialog } from './refund-outcome-dialog.tsx'
import type { ListedPayment } from './use-payment-list.ts'

const REFRESH_MS = 3_000

const looks: Record<RefundStatus, { tone: BadgeTone; icon: LucideIcon }> = {
  requested: { tone: 'grey', icon: Clock },
  sent: { tone: 'blue', icon: RotateCcw },
  unknown: { tone: 'orange', icon: CircleHelp },
  succeeded: { tone: 'green', icon: CircleCheck },
  failed: { tone: 'red', icon: CircleX },
}

/** What of a payment went back, and the button that gives more of it back. An open refund is read again until it ends. */
export function PaymentRefunds({ payment }: { payment: ListedPayment }) {
  const [isAsking, setIsAsking] = useState(false)
  const [undecided, setUndecided] = useState<RefundRecord>()
  const list = trpc.admin.refunds.list.useQuery(
    { id: payment.id },
    { refetchInterval: ({ state }) => (state.data?.refunds.some(isOpenRefund) ? REFRESH_MS : false) },
  )
  useReloadOfPayments(payment, list.data?.refunds)
  return (
    <>
      {list.error ? (
        <div role="alert" className={styles.section}>
          <p>{copy.failedLoad}</p>
          <Button variant="outline" size="small" isBusy={list.isFetching} onClick={() => void list.refetch()}>
            {copy.retry}
          </Button>
        </div>
      ) : (
        list.data && <Refunds list={list.data} onAsk={() => setIsAsking(true)} onDecide={setUndecided} />
      )}
      {/* Beside the list: where its answer is lost, the list is often lost too, and the form must stay. */}
      {list.data && isAsking && (
        <RefundFormDialog payment={payment} list={list.data} onClose={() => setIsAsking(false)} />
      )}
      {undecided && <RefundOutcomeDialog refund={undecided} onClose={() => setUndecided(undefined)} />}
    </>
  )
}

function Refunds({
  list: { refunds, left, provider },
  onAsk,
  onDecide,
}: {
  list: RefundList
  onAsk: () => void
  onDecide: (refund: RefundRecord) => void
}) {
  return (
    <section aria-label={copy.title} className={styles.section}>
      <h3 className={styles.title}>{copy.title}</h3>
      {refunds.length === 0 ? (
        <p className={styles.muted}>{copy.none}</p>
      ) : (
        <ul className={styles.list}>
          {refunds.map((refund) => (
            <Refund key={refund.id} refund={refund} onDecide={() => onDecide(refund)} />
          ))}
        </ul>
      )}
      {left > 0 && (
        <div className={styles.more}>
          {refunds.length > 0 && <p className={styles.muted}>{copy.left(wholeKsh(left))}</p>}
          {provider?.unavailable && <p className={styles.muted}>{provider.unavailable}</p>}
          <Button variant="outline" onClick={onAsk}>
            <RotateCcw size={18} aria-hidden="true" />
            {copy.refund}
          </Button>
        </div>
      )}
    </section>
  )
}

/** The payment's own status and sum follow its refunds: they are read again when a refund has succeeded or was undone. */
function useReloadOfPayments({ refundedAmount }: ListedPayment, refunds: RefundRecord[] | undefined): void {
  const utils = trpc.useUtils()
  const succeeded = refunds?.filter(({ status }) => status === 'succeeded').reduce((sum, { amount }) => sum + amount, 0)
  const isOutdated = succeeded !== undefined && succeeded !== (refundedAmount ?? 0)
  useEffect(() => {
    if (isOutdated) void utils.admin.payments.invalidate()
  }, [isOutdated, utils])
}

function Refund({ refund, onDecide }: { refund: RefundRecord; onDecide: () => void }) {
  const { tone, icon: Icon } = looks[refund.status]
  return (
    <li className={styles.refund}>
      <p className={styles.head}>
        <strong>{wholeKsh(refund.amount)}</strong>
        <span role="status">
          <Badge tone={tone} icon={<Icon aria-hidden="true" />}>
            {copy.statuses[refund.status]}
          </Badge>
        </span>
        <span className={styles.muted}>
          <Timestamp at={refund.requestedAt} />
        </span>
      </p>
      {linesOf(refund).map((line) => (
        <p key={line}>{line}</p>
      ))}
      {(refund.status === 'unknown' || refund.status === 'requested') && (
        <Button variant="outline" size="small" onClick={onDecide}>
          {refund.status === 'unknown' ? copy.decide.ask : copy.giveUp.ask}
        </Button>
      )}
    </li>
  )
}

function linesOf({
  status,
  reason,
  restockNote,
  requestedBy,
  isManual,
  receipt,
  failureReason,
}: RefundRecord): string[] {
  const lines = [
    requestedBy === 'provider' ? copy.elsewhere : reason,
    isManual ? copy.manual : null,
    receipt && copy.receipt(receipt),
    restockNote && copy.restock(restockNote),
    status === 'unknown' || status === 'requested' ? copy.explained[status] : null,
    status === 'failed' ? failureReason : null,
  ]
  return lines.filter((line) => line !== null)
}
