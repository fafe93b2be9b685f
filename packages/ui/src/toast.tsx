import { type ComponentType, type ReactNode, useSyncExternalStore } from 'react'

export type ToastRequest = {
  title: ReactNode
  description?: ReactNode
  /** `destructive` is read out at once, `default` when the reader pauses. */
  variant?: 'default' | 'destructive'
  /** One thing to do about it; `altText` tells a screen reader how to do it without the toast. */
  action?: { label: string; altText: string; onAction: () => void }
}
export type ShownToast = ToastRequest & { key: number }

/** Shows a message for 5 seconds. One is visible at a time; a good news waits until a standing error is gone. */
export function toast(request: ToastRequest): void {
  const next = { ...request, key: ++lastKey }
  const mustWait = shown?.variant === 'destructive' && request.variant !== 'destructive'
  if (mustWait) waiting = next
  else show(next)
  void loadToasts()
}

/** Removes the toast with this key; the one that waited behind it comes forward. */
export function dismissToast(key: number): void {
  if (shown?.key !== key) return
  const next = waiting
  waiting = undefined
  show(next)
}

/** Removes a standing error, because what it told of is being tried again or no longer on the screen. */
export function dismissErrors(): void {
  if (shown?.variant === 'destructive') dismissToast(shown.key)
}

/** Put once in the page. What draws the toasts comes with the first one, or when `loadToasts` is called. */
export function Toaster() {
  const current = useSyncExternalStore(
    subscribe,
    () => shown,
    () => undefined,
  )
  const Viewport = useSyncExternalStore(
    subscribe,
    () => viewport,
    () => undefined,
  )
  return Viewport && <Viewport current={current} />
}

/** Fetches what draws the toasts, so that the first one is not late. Without a connection the next toast tries again. */
export async function loadToasts(): Promise<void> {
  if (viewport) return
  try {
    viewport = (await import('./toast-viewport.tsx')).default
    tellListeners()
  } catch {
    // The page must not break because a message cannot be drawn.
  }
}

let viewport: ComponentType<{ current: ShownToast | undefined }> | undefined
let lastKey = 0
let shown: ShownToast | undefined
let waiting: ShownToast | undefined
const listeners = new Set<() => void>()

function show(next: ShownToast | undefined) {
  shown = next
  tellListeners()
}

function tellListeners() {
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
