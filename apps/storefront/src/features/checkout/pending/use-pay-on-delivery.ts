import { failureOf } from '@marashi/api-client/failure'
import { trpc } from '@marashi/api-client/trpc'
import { toast } from '@marashi/ui/toast'
import { useState } from 'react'
import { mpesaCopy } from '../../../copy/mpesa.ts'
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
  const [isSwitching, setSwitching] = useState(false)

  async function payOnDelivery() {
    setSwitching(true)
    try {
      const { state } = await client.payments.payOnDelivery.mutate({ orderId })
      if (state === 'on-delivery') onDelivery()
      else onChanged()
    } catch (error) {
      if (!mayReport()) return
      toast({ variant: 'destructive', title: mpesaCopy.payOnDeliveryFailed, description: failureOf(error).text })
      onChanged()
    } finally {
      setSwitching(false)
    }
  }

  return { isSwitching, payOnDelivery: () => void payOnDelivery() }
}
