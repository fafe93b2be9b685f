import { failureOf } from '@marashi/api-client/failure'
import { trpc } from '@marashi/api-client/trpc'
import { toast } from '@marashi/ui/toast'
import { useState } from 'react'
import { mpesaCopy } from '../../../copy/mpesa.ts'

/**
 * Lets the order that stands be paid to the courier. `onChanged` where the order has ended otherwise meanwhile: its own
 * status says how.
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
  const [isSwitching, setSwitching] = useState(false)

  async function payOnDelivery() {
    setSwitching(true)
    try {
      const { state } = await client.payments.payOnDelivery.mutate({ orderId })
      if (state === 'on-delivery') onDelivery()
      else onChanged()
    } catch (error) {
      toast({ variant: 'destructive', title: mpesaCopy.payOnDeliveryFailed, description: failureOf(error).text })
      onChanged()
    } finally {
      setSwitching(false)
    }
  }

  return { isSwitching, payOnDelivery: () => void payOnDelivery() }
}
