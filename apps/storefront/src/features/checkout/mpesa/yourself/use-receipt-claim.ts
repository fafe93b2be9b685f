import { failureOf } from '@marashi/api-client/failure'
import { trpc } from '@marashi/api-client/trpc'
import type { ReceiptClaimAnswer } from '@marashi/domain/contracts/orders'
import { useState } from 'react'
import { payYourselfCopy } from '../../../../copy/pay-yourself.ts'
import { useErrorToast } from '../../../../lib/use-error-toast.ts'
import type { YourselfProps } from './yourself-option.tsx'

/**
 * Sends a typed receipt to the shop. How it stands comes with the status of the payment, also after the page was loaded
 * again; the answer to the request is shown until then.
 */
export function useReceiptClaim(orderId: string, { claim, hurry }: YourselfProps['payment']) {
  const { client, orders } = trpc.useUtils()
  const { showError, dismissError } = useErrorToast()
  const [isSending, setSending] = useState(false)
  // Anew with every refusal, also for the same reason: the page then leads back to the field.
  const [problem, setProblem] = useState<{ text: string }>()
  const [answer, setAnswer] = useState<ReceiptClaimAnswer | null>(null)

  async function send(typed: string) {
    if (typed.trim() === '') return setProblem({ text: payYourselfCopy.codeMissing })
    setSending(true)
    dismissError()
    setProblem(undefined)
    try {
      const given = await client.payments.claimMpesaReceipt.mutate({ orderId, receipt: typed })
      // A query of the status that is still under way would report the receipt before this one.
      await orders.paymentStatus.cancel({ id: orderId })
      setAnswer(given)
      hurry()
    } catch (error) {
      const { fields, status, text } = failureOf(error)
      const message = fields.receipt ?? (status === 429 ? text : undefined)
      if (message) setProblem({ text: message })
      else showError(payYourselfCopy.failed, text || payYourselfCopy.failedText)
    } finally {
      setSending(false)
    }
  }

  const shown = answer && (!claim || claim.askedAt < answer.askedAt) ? answer : claim
  return { claim: isSending ? null : shown, problem, isSending, send: (typed: string) => void send(typed) }
}
