import { useEffect, useRef } from 'react'
import { findPendingPayment } from './set-aside.ts'

/**
 * Whether what the shop answers may still be saved and shown: while the order's payment is open, and after that for as long
 * as this browser waits for the order. Later the answer is about an order that has ended, and the shopper reads how.
 */
export function useMayReport(orderId: string): () => boolean {
  const isOpen = useRef(true)
  useEffect(() => {
    isOpen.current = true
    return () => {
      isOpen.current = false
    }
  }, [])
  return () => isOpen.current || findPendingPayment(orderId) !== null
}
