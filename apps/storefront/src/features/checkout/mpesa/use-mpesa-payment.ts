import { failureOf } from '@marashi/api-client/failure'
import { trpc } from '@marashi/api-client/trpc'
import type { PaymentStatus } from '@marashi/domain/contracts/orders'
import { toast } from '@marashi/ui/toast'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { mpesaCopy } from '../../../copy/mpesa.ts'
import { keepPendingPayment, type PendingPayment } from '../pending/pending-payment.ts'
import { usePaymentStatus } from '../pending/use-payment-status.ts'
import { type Refusal, refusalOf } from './mpesa-refusal.ts'
import { notifyWait } from './mpesa-toasts.ts'
import { nextWait, startWait, type WaitEvent } from './mpesa-wait.ts'
import { askMpesa } from './request-prompt.ts'

const tickMs = 1_000

/** What the shop is being asked to do for the shopper at this moment. */
export type PendingAction = 'ask' | 'resend' | 'cancel' | null

/**
 * Sees a placed order through its payment by M-Pesa, from where the browser left off. `onPaid` gets the receipt number
 * where M-Pesa has told it; `onCancelled` comes after the toast; `onDelivery` where the courier is to be paid.
 */
export function useMpesaPayment({
  order,
  examplePhone,
  onPaid,
  onCancelled,
  onDelivery,
}: {
  order: PendingPayment
  examplePhone: string
  onPaid: (receipt: string | null) => void
  onCancelled: () => void
  onDelivery: () => void
}) {
  const { client, orders } = trpc.useUtils()
  const { orderId } = order
  const [phone, setPhone] = useState(order.phone)
  const [pendingAction, setPendingAction] = useState<PendingAction>(null)
  const [refusal, setRefusal] = useState<Refusal | null>(null)
  const [wait, setWait] = useState(() => startWait(order, Date.now()))
  // Answers and ticks come between renders, and each must build upon the one before it.
  const latest = useRef(wait)

  function apply(event: WaitEvent, payer = phone) {
    const before = latest.current
    const after = nextWait(before, event)
    if (after === before) return
    latest.current = after
    setWait(after)
    if (after.since !== before.since || event.type === 'prompted') {
      keepPendingPayment({ ...order, phone: payer, isAsked: true, startedAt: after.since })
    }
    if (after.phase === before.phase) return
    if (event.type === 'status') setRefusal(null)
    notifyWait(after, event.type === 'refused')
    if (after.phase === 'paid') onPaid(after.receipt)
    if (after.phase === 'cancelled') onCancelled()
  }

  /** The order may also have ended in another way than by M-Pesa, for example at the administrator's. */
  function applyStatus({ state, mpesaStatus, mpesaReceiptNumber: receipt, failureCode: failure }: PaymentStatus) {
    if (state === 'on-delivery') return onDelivery()
    const status = state === 'unpaid' ? mpesaStatus : state
    apply({ type: 'status', status, receipt, failure })
  }

  /** An order that is gone has nothing left to wait for. */
  const endWait = () => apply({ type: 'status', status: 'cancelled', receipt: null, failure: null })

  const isOver = wait.phase === 'paid' || wait.phase === 'cancelled'
  const isPatient = wait.phase === 'timedOut' || wait.phase === 'failed'
  const { lastStatus, isOut, askNow } = usePaymentStatus({
    orderId,
    pace: isOver ? 'never' : isPatient ? 'seldom' : 'often',
    onStatus: applyStatus,
    onOutage: ({ status }) => {
      if (status === 404) endWait()
      else
        toast({ variant: 'destructive', title: mpesaCopy.connectionError, description: mpesaCopy.connectionErrorText })
    },
  })

  async function ask(kind: 'ask' | 'resend', payer: string) {
    setPendingAction(kind)
    const isFirst = kind === 'ask' || !lastStatus?.mpesaStatus
    const asked = await askMpesa((options) =>
      isFirst
        ? client.payments.startMpesa.mutate({ orderId, phone: payer }, options)
        : client.payments.resendMpesa.mutate({ orderId }, options),
    )
    // A question that is still under way would be answered about the attempt before this one.
    await orders.paymentStatus.cancel({ id: orderId })
    setPendingAction(null)
    if (asked.isTaken) {
      setRefusal(null)
      apply({ type: 'prompted', at: Date.now() }, payer)
    } else {
      const refused = refusalOf(asked.failure, examplePhone)
      setRefusal(refused)
      toast({
        variant: 'destructive',
        ...(kind === 'resend'
          ? { title: mpesaCopy.resendFailed, description: `${refused.title}: ${refused.text}` }
          : { title: refused.title, description: refused.text }),
      })
      apply({ type: 'refused', at: Date.now(), isUnanswered: refused.isUnanswered }, payer)
    }
    askNow()
  }

  const askIfNobodyDid = useEffectEvent(() => {
    if (latest.current.phase === 'asking' && pendingAction === null) void ask('ask', phone)
  })
  useEffect(() => {
    askIfNobodyDid()
  }, [])

  const tick = useEffectEvent(() => apply({ type: 'tick', at: Date.now() }))
  useEffect(() => {
    const timer = setInterval(tick, tickMs)
    document.addEventListener('visibilitychange', tick)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', tick)
    }
  }, [])

  return {
    wait,
    /** A page that comes back says nothing of the order before the shop has answered, or cannot be asked. */
    isFirstLook: order.isAsked && !isOver && !lastStatus && !isOut,
    phone,
    pendingAction,
    refusal,
    /** Asks how the order stands, now. */
    look: askNow,
    resend: () => void ask('resend', phone),
    tryAgain: (payer: string) => {
      setPhone(payer)
      void ask('ask', payer)
    },
    cancel: async () => {
      setPendingAction('cancel')
      try {
        await client.payments.cancelMpesa.mutate({ orderId })
        // The answer does not say whether money was quicker; the payment's own status does.
        askNow()
      } catch (error) {
        if (failureOf(error).status === 404) endWait()
        else toast({ variant: 'destructive', title: mpesaCopy.cancelFailed })
      } finally {
        setPendingAction(null)
      }
    },
  }
}
