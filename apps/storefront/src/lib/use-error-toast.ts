import { toast } from '@marashi/ui/toast'
import { useRef } from 'react'

/**
 * The error toast of one form or button. `showError` shows it; `dismissError` takes it away, because what it reports is being
 * tried again: success would be told beside it, or wait behind it.
 */
export function useErrorToast() {
  const dismiss = useRef<() => void>(null)
  return {
    showError: (title: string, description: string) => {
      dismiss.current = toast({ variant: 'destructive', title, description })
    },
    dismissError: () => dismiss.current?.(),
  }
}
