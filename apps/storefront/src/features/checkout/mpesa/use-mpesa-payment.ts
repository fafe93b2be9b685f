import type { Failure } from '@marashi/api-client/failure'
import type { PaymentStatusAnswer } from '@marashi/domain/contracts/orders'
import { useState } from 'react'
import { mpesaCopy } from '../../../copy/mpesa.ts'
import type { PendingPayment } from '../pending/pending-payment.ts'
import { findPendingPayment, putPendingPaymentFirst, updatePendingPayment } from '../pending/set-aside.ts'
import { useMayReport } from '../pending/use-may-report.ts'
import { usePaymentStatus } from '../pending/use-payment-status.ts'
import { type Refusal, refusalOf } from './mpesa-refusal.ts'
import { notifyCancelFailed, notifyOutage, notifyRefusal, notifyWait } from './mpesa-toasts.ts'
import type { Wait, WaitEvent } from './mpesa-wait.ts'
import { pauseAfter, savedPause } from './prompt-pause.ts'
import { type PromptAnswer, usePrompt } from './use-prompt.ts'
import { useWait } from './use-wait.ts'

const claimHurryMs = 60_000

/**
 * Follows a placed order through its payment by M-Pesa, from where the browser left off: what it has saved of the order is
 * newer than `placed`, which the page has known since before the first prompt. `onPaid` gets the receipt
 * number where M-Pesa has sent it; `onCancelled` comes after the toast; `onDelivery` where the courier is to be paid, `onRefunded`
 * where the money went back.
 */
export function useMpesaPayment({
  order: placed,
  examplePhone,
  onPaid,
  onCancelled,
  onDelivery,
  onRefunded,
}: {
  order: PendingPayment
  examplePhone: string
  onPaid: (receipt: string | null) => void
  onCancelled: () => void
  onDelivery: () => void
  onRefunded: () => void
}) {
  const [order] = useState(() => findPendingPayment(placed.orderId) ?? placed)
  const [refusal, setRefusal] = useState<Refusal | null>(null)
  const [pause, setPause] = useState(() => savedPause(order))
  const [hurriesUntil, setHurriesUntil] = useState(0)
  const mayReport = useMayReport(order.orderId)
  const { wait, apply } = useWait(order, handlePhase)
  const [isBack] = useState(wait.phase !== 'asking')
  const isOver = wait.phase === 'paid' || wait.phase === 'cancelled'
  const isPatient = (wait.phase === 'timedOut' || wait.phase === 'failed') && Date.now() > hurriesUntil

  function handlePhase(after: Wait, event: WaitEvent) {
    if (event.type === 'status') setRefusal(null)
    notifyWait(after, event.type === 'refused')
    if (after.phase === 'paid') onPaid(after.receipt)
    if (after.phase === 'cancelled') onCancelled()
  }

  /** The order may also have ended in another way than by M-Pesa, for example by the administrator. */
  function handleStatus({
    state,
    mpesaStatus,
    mpesaReceiptNumber: receipt,
    failureCode: failure,
  }: PaymentStatusAnswer) {
    if (state === 'on-delivery') return onDelivery()
    if (state === 'refunded') return onRefunded()
    apply({ type: 'status', status: state === 'unpaid' ? mpesaStatus : state, receipt, failure })
  }

  /** An order that no longer exists needs no payment; any other failure is `report`ed to the shopper. */
  function endWhereGone({ status }: Failure, report: () => void) {
    if (status === 404) apply({ type: 'status', status: 'cancelled', receipt: null, failure: null })
    else report()
  }

  const { lastStatus, isOut, askNow } = usePaymentStatus({
    orderId: order.orderId,
    polling: isOver ? 'never' : isPatient ? 'seldom' : 'often',
    onStatus: handleStatus,
    onOutage: (failure) => endWhereGone(failure, notifyOutage),
  })

  function handleAnswer({ result, kind, phone }: PromptAnswer) {
    if (!mayReport()) return
    const at = Date.now()
    const refused = result.isTaken ? null : refusalOf(result.failure, examplePhone)
    setRefusal(refused)
    setPause((before) => pauseAfter(before, { phone, at, refused }))
    if (refused) notifyRefusal(refused, kind)
    const isUnanswered = refused?.isUnanswered ?? false
    const hasChanged = apply(refused ? { type: 'refused', at, isUnanswered } : { type: 'prompted', at })
    const mayBeOnPhone = result.isTaken || isUnanswered
    if (hasChanged && mayBeOnPhone) savePrompt({ phone, startedAt: at }, result.isTaken)
    if (!mayBeOnPhone) updatePendingPayment(order.orderId, { isRefused: true })
    void askNow()
  }

  /** The shop sends a prompt only for an order that can be paid: another tab may have ended the wait for it after a day. */
  function savePrompt(prompt: Pick<PendingPayment, 'phone' | 'startedAt'>, isSent: boolean) {
    const asked = { ...prompt, isAsked: true }
    const isKnown = updatePendingPayment(order.orderId, asked)
    if (isSent && !isKnown) putPendingPaymentFirst({ ...order, ...asked })
  }

  /** An attempt to order that an earlier version of the shop has kept has no phone. */
  function askForPhone() {
    setRefusal({ ...mpesaCopy.problems.required, isUnanswered: false })
    apply({ type: 'refused', at: Date.now(), isUnanswered: false })
  }

  const prompt = usePrompt({
    order,
    isDue: wait.phase === 'asking',
    onAnswer: handleAnswer,
    onPhoneMissing: askForPhone,
    // The answer does not say whether the money was quicker; the payment's own status does.
    onCancelled: () => void askNow(),
    onCancelFailed: (failure) => mayReport() && endWhereGone(failure, notifyCancelFailed),
  })

  return {
    wait,
    /** A page that comes back shows nothing of the order before the shop has answered, or cannot be asked. */
    isFirstCheck: isBack && !isOver && !lastStatus && !isOut,
    refusal,
    /** The phone that cannot be asked yet. */
    pause,
    /** The receipt that the shopper typed last. */
    claim: lastStatus?.receiptClaim ?? null,
    /** A receipt is being checked: its answer comes within seconds, or after minutes. */
    hurry: () => {
      setHurriesUntil(Date.now() + claimHurryMs)
      void askNow()
    },
    /** Asks for the payment's status now. */
    checkNow: () => void askNow(),
    ...prompt,
  }
}
