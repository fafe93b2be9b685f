import { type ComponentType, useSyncExternalStore } from 'react'
import {
  dismissToast,
  enqueueToast,
  type ShownToast,
  shownToast,
  subscribeToToasts,
  type ToastRequest,
} from './toast-queue.ts'

export { shownToast, subscribeToToasts } from './toast-queue.ts'

/**
 * Shows a message for 5 seconds, or until it is dismissed where it `isLasting`. One is visible at a time; a success message waits
 * until a standing error is gone. Returns a function that dismisses this message, if it is still shown.
 */
export function toast(request: ToastRequest): () => void {
  const key = enqueueToast(request)
  void loadToasts()
  return () => dismissToast(key)
}

/**
 * Removes a standing error, because what it reports is being tried again or no longer on the screen.
 */
export function dismissErrors(): void {
  const shown = shownToast()
  if (shown?.variant === 'destructive') dismissToast(shown.key)
}

/**
 * Put once in the page, among blocks. What draws the toasts comes with the first one, or when `loadToasts` is called. The element
 * around them stands before any dialog opens, and a modal dialog hides the page from screen readers but for what has `aria-live`:
 * what a toast says there can be read again, and undone. It announces nothing itself, which Radix does.
 */
export function Toaster() {
  const current = useSyncExternalStore(subscribeToToasts, shownToast, () => undefined)
  const Viewport = useSyncExternalStore(
    subscribeToViewport,
    () => viewport,
    () => undefined,
  )
  return <div aria-live="off">{Viewport && <Viewport current={current} />}</div>
}

/**
 * Fetches what draws the toasts, so that the first one is not late. Without a connection the next toast tries again.
 */
export async function loadToasts(): Promise<void> {
  if (viewport) return
  try {
    viewport = (await import('./toast-viewport.tsx')).default
    for (const listener of viewportListeners) listener()
  } catch {
    // The page must not break because a message cannot be drawn.
  }
}

let viewport: ComponentType<{ current: ShownToast | undefined }> | undefined
const viewportListeners = new Set<() => void>()

function subscribeToViewport(listener: () => void) {
  viewportListeners.add(listener)
  return () => viewportListeners.delete(listener)
}
