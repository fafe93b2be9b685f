import { useBlocker } from '@tanstack/react-router'
import { useState } from 'react'

/**
 * Asks before unsaved input is lost, both on closing the form and on leaving the page. `close` closes the form or opens
 * the question; `question` belongs to the dialog that asks.
 */
export function useUnsavedGuard({
  isDirty,
  isBusy,
  onClose,
}: {
  isDirty: boolean
  /** The form is being saved and cannot be closed. */
  isBusy: boolean
  onClose: () => void
}) {
  const [isAsking, setIsAsking] = useState(false)
  const leave = useBlocker({
    shouldBlockFn: ({ current, next }) => isDirty && current.pathname !== next.pathname,
    enableBeforeUnload: () => isDirty,
    withResolver: true,
  })
  const isLeaving = leave.status === 'blocked'

  return {
    close() {
      if (isBusy) return
      if (isDirty) setIsAsking(true)
      else onClose()
    },
    question: {
      isOpen: isAsking || isLeaving,
      onClose() {
        setIsAsking(false)
        if (isLeaving) leave.reset()
      },
      onConfirm() {
        setIsAsking(false)
        if (isLeaving) leave.proceed()
        else onClose()
      },
    },
  }
}
