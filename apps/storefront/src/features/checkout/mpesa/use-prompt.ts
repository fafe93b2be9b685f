import { type Failure, failureOf } from '@marashi/api-client/failure'
import { trpc } from '@marashi/api-client/trpc'
import { useEffect, useEffectEvent, useState } from 'react'
import type { PendingPayment } from '../pending/pending-payment.ts'
import { type PromptResult, requestPrompt } from './request-prompt.ts'

/** The request to the shop that is under way for the shopper. */
export type PendingAction = 'ask' | 'resend' | 'cancel' | null

/** How a request for a prompt ended, and which phone it was for. */
export type PromptAnswer = { result: PromptResult; kind: 'ask' | 'resend'; phone: string }

/**
 * Asks the shop for a prompt, at once where it `isDue`, for the same one again, or to cancel it.
 * `onPhoneMissing` is called instead where nobody knows which phone pays.
 */
export function usePrompt({
  order: { orderId, phone: savedPhone },
  isDue,
  onAnswer,
  onPhoneMissing,
  onCancelled,
  onCancelFailed,
}: {
  order: PendingPayment
  isDue: boolean
  onAnswer: (answer: PromptAnswer) => void
  onPhoneMissing: () => void
  onCancelled: () => void
  onCancelFailed: (failure: Failure) => void
}) {
  const { client, orders } = trpc.useUtils()
  const [phone, setPhone] = useState(savedPhone)
  const [pendingAction, setPendingAction] = useState<PendingAction>(null)

  async function ask(kind: 'ask' | 'resend', payer: string) {
    setPendingAction(kind)
    // The shop sends a prompt again to the phone that it asked last. That is another one than the page names where the request
    // for this one was lost, so the shop decides only where the page knows none.
    const result = await requestPrompt((options) =>
      kind === 'resend' && !payer
        ? client.payments.resendMpesa.mutate({ orderId }, options)
        : client.payments.startMpesa.mutate({ orderId, phone: payer }, options),
    )
    // A status query that is still under way would report the attempt before this one.
    await orders.paymentStatus.cancel({ id: orderId })
    setPendingAction(null)
    onAnswer({ result, kind, phone: payer })
  }

  async function cancel() {
    setPendingAction('cancel')
    try {
      await client.payments.cancelMpesa.mutate({ orderId })
      onCancelled()
    } catch (error) {
      onCancelFailed(failureOf(error))
    } finally {
      setPendingAction(null)
    }
  }

  function start(payer = phone) {
    setPhone(payer)
    void ask('ask', payer)
  }

  const startIfDue = useEffectEvent(() => {
    if (!isDue) return
    if (savedPhone) start()
    else onPhoneMissing()
  })
  useEffect(() => {
    startIfDue()
  }, [])

  return {
    phone,
    pendingAction,
    start,
    resend: () => void ask('resend', phone),
    cancel: () => void cancel(),
  }
}
