import { trpc } from '@marashi/api-client/trpc'
import type { PaymentMethods } from '@marashi/domain/contracts/payments'
import { useState } from 'react'
import { readChosenMethod } from '../checkout-draft.ts'
import { chosenMethod, firstWorking, type PaymentMethod, paymentMethodsFor } from './payment-methods.ts'

export type PaymentChoice = {
  /** What works in this shop; null until it is known. */
  methods: PaymentMethods | null
  offered: PaymentMethod[]
  chosen: PaymentMethod['id']
  /** What the shopper chose, now or before a reload; null when nothing was. */
  wanted: PaymentMethod['id'] | null
  choose: (id: PaymentMethod['id']) => void
  /** What is chosen cannot be paid with here. */
  isMissing: boolean
  /** The way that works instead. */
  instead: PaymentMethod
  isLoading: boolean
  hasFailed: boolean
  retry: () => void
}

/** The ways to pay that the shop offers for a total, and the one that is chosen. */
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
    instead: firstWorking(offered),
    isLoading: isPending,
    hasFailed: isError,
    retry: () => void refetch(),
  }
}
