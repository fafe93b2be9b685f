import { trpc } from '@marashi/api-client/trpc'
import type { PaymentMethods } from '@marashi/domain/contracts/payments'
import { useState } from 'react'
import { readChosenMethod } from '../checkout-draft.ts'
import { chosenMethod, firstWorking, type PaymentMethod, paymentMethodsFor } from './payment-methods.ts'

export type PaymentChoice = {
  /** What the shop accepts; null until it is known. */
  methods: PaymentMethods | null
  offered: PaymentMethod[]
  chosen: PaymentMethod['id']
  /** What the shopper chose, now or before a reload; null without a choice. */
  wanted: PaymentMethod['id'] | null
  choose: (id: PaymentMethod['id']) => void
  /** The chosen method is not configured. */
  isMissing: boolean
  /** The chosen method works for this order. */
  isWorking: boolean
  /** The method to offer instead; null where none works. */
  instead: PaymentMethod | null
  isLoading: boolean
  hasFailed: boolean
  retry: () => void
}

/** The payment methods that the shop offers for a total, and the chosen one. */
export function usePaymentChoice(totalShillings: number | undefined): PaymentChoice {
  const { data, isPending, isError, refetch } = trpc.payments.methods.useQuery()
  const [wanted, choose] = useState(readChosenMethod)
  const methods = data ?? null
  const offered = paymentMethodsFor(methods, totalShillings)
  const chosen = chosenMethod(offered, wanted)
  return {
    methods,
    offered,
    chosen,
    wanted,
    choose,
    isMissing: offered.some(({ id, isMissing }) => id === chosen && isMissing),
    isWorking: offered.some(({ id, isOpen, isMissing }) => id === chosen && isOpen && !isMissing),
    instead: firstWorking(offered),
    isLoading: isPending,
    hasFailed: isError,
    retry: () => void refetch(),
  }
}
