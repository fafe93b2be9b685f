import type { ReactNode } from 'react'

export type ToastRequest = {
  title: ReactNode
  description?: ReactNode
  /** `destructive` is read out at once, `default` when the reader pauses. */
  variant?: 'default' | 'destructive'
  /** Stays until it is closed, dismissed, or done something about: what it says is so for as long as it stands. */
  isLasting?: true
  /** One thing to do about it; `altText` tells a screen reader how to do it without the toast. */
  action?: { label: string; altText: string; onAction: () => void }
}
export type ShownToast = ToastRequest & { key: number }

let lastKey = 0
let shown: ShownToast | undefined
let waiting: ShownToast | undefined
/** Gives way to any other, and comes back when that is gone. */
let lasting: ShownToast | undefined
const listeners = new Set<() => void>()

/** The toast that is visible now; the same object until another takes its place. */
export const shownToast = (): ShownToast | undefined => shown

/** Shows a toast, or keeps it until a standing error is gone; returns its key. */
export function enqueueToast(request: ToastRequest): number {
  const next = { ...request, key: ++lastKey }
  if (request.isLasting) lasting = next
  const mustWait = shown?.variant === 'destructive' && !shown.isLasting && request.variant !== 'destructive'
  if (mustWait) waiting = next
  else show(next)
  return next.key
}

/** Removes the toast with this key; the one that waited behind it comes forward. */
export function dismissToast(key: number): void {
  if (lasting?.key === key) lasting = undefined
  if (shown?.key !== key) return
  const next = waiting ?? lasting
  waiting = undefined
  show(next)
}

/** Calls back after every change; returns the way to stop. */
export function subscribeToToasts(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function show(next: ShownToast | undefined) {
  shown = next
  for (const listener of listeners) listener()
}
