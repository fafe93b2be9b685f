import { failureOf } from '@marashi/api-client/failure'
import { trpc } from '@marashi/api-client/trpc'
import { useState } from 'react'
import { mpesaCopy } from '../../../copy/mpesa.ts'
import { useErrorToast } from '../../../lib/use-error-toast.ts'
import { useMayReport } from './use-may-report.ts'

/**
 * Switches the order to pay on delivery. `onChanged` is called where the order has ended in another way meanwhile; its
 * status says how. See docs/behaviour.md#pay-on-delivery-instead.
 */
export function usePayOnDelivery({
  orderId,
  onDelivery,
  onChanged,
}: {
  orderId: string
  onDelivery: () => void
  onChanged: () => void
}) {
  const { client } = trpc.useUtils()
  const mayReport = useMayReport(orderId)
  const { showError, dismissError } = useErrorToast()
  const [isSwitching, setSwitching] = useState(false)

  async function payOnDelivery() {
    setSwitching(true)
    dismissError()
    try {
      const { state } = await client.payments.payOnDelivery.mutate({ orderId })
      if (state === 'on-delivery') onDelivery()
      else onChanged()
    } catch (error) {
      if (!mayReport()) return
      showError(mpesaCopy.payOnDeliveryFailed, failureOf(error).text)
      onChanged()
    } finally {
      setSwitching(false)
    }
  }

  return { isSwitching, payOnDelivery: () => void payOnDelivery() }
}
