import { type Failure, failureOf } from '@marashi/api-client/failure'
import { trpc } from '@marashi/api-client/trpc'
import type { PayAnotherWay } from '@marashi/domain/contracts/payments'
import { useState } from 'react'
import { mpesaCopy } from '../../../copy/mpesa.ts'
import { useErrorToast } from '../../../lib/use-error-toast.ts'
import type { PendingPayment } from '../pending/pending-payment.ts'
import {
  endPendingPayment,
  findPendingPayment,
  putPendingPaymentFirst,
  updatePendingPayment,
} from '../pending/set-aside.ts'
import { useMayReport } from '../pending/use-may-report.ts'
import type { PaymentEnds } from '../use-checkout.ts'

type Way = PayAnotherWay['paymentMethod']

/**
 * Reopens a cancelled order at the shop and goes on to its payment. The browser keeps the order from before the request
 * on: where its answer is lost, the order may be open, and the checkout places no other before the shop has said so.
 */
export function useAnotherWay(order: PendingPayment, checkout: PaymentEnds) {
  const { client, payments } = trpc.useUtils()
  const mayReport = useMayReport(order.orderId)
  const { showError, dismissError } = useErrorToast()
  const [pendingWay, setPendingWay] = useState<Way | null>(null)

  async function pay(way: Way, phone = order.phone) {
    const method = way === 'manual' ? order.method : way
    // The shop asks Stripe before another way begins, so no card is being charged from here on.
    const reopened = {
      ...order,
      method,
      phone,
      startedAt: Date.now(),
      isAsked: way === 'manual',
      isRefused: undefined,
      isCharging: undefined,
    }
    const before = findPendingPayment(order.orderId)
    setPendingWay(way)
    dismissError()
    putPendingPaymentFirst(reopened)
    try {
      const { state } = await client.payments.payAnotherWay.mutate({ orderId: order.orderId, paymentMethod: way })
      if (state === 'on-delivery') checkout.finishOnDelivery()
      else {
        // What has ended meanwhile is not asked for again: the status says how.
        const known = state === 'unpaid' ? {} : ({ method: 'mpesa', isAsked: true } as const)
        updatePendingPayment(order.orderId, known)
        checkout.payReopened({ ...reopened, ...known })
      }
    } catch (error) {
      const failure = failureOf(error)
      const isOver = await isOverAfter(failure)
      if (mayReport()) stay(failure, { before, isOver })
    }
  }

  /** An open order stays open where its pieces were sold, and a cancelled one cancelled: its status says which it is. */
  async function isOverAfter({ status, code }: Failure): Promise<boolean> {
    if (code === 'ORDER_CANCELLED' || status === 404) return true
    if (code !== 'PRODUCT_UNAVAILABLE') return false
    const answer = await client.orders.paymentStatus.query({ id: order.orderId }).catch(() => null)
    return answer?.state === 'cancelled'
  }

  function stay(
    { status, code, text }: Failure,
    { before, isOver }: { before: PendingPayment | null; isOver: boolean },
  ) {
    setPendingWay(null)
    showError(mpesaCopy.reopenFailed, text || mpesaCopy.reopenFailedText)
    if (code === 'PAYMENT_METHOD_OFF') void payments.methods.invalidate()
    const isCertain = status >= 400 && status < 500
    if (code === 'ORDER_REFUNDED') return checkout.leaveRefunded()
    if (isCertain) restorePending(order.orderId, before)
    if (isOver) checkout.leavePayment()
  }

  return { pendingWay, pay: (way: Way, phone?: string) => void pay(way, phone) }
}

/** Nothing has begun, so the browser knows what it knew before. One that has ended meanwhile is not brought back. */
function restorePending(orderId: string, before: PendingPayment | null) {
  if (!before) return endPendingPayment(orderId)
  const { behind: _, ...known } = before
  updatePendingPayment(orderId, known)
}
