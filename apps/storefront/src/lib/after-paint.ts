/** Calls back when the browser has painted what has changed so far. */
export function afterPaint(callback: () => void): void {
  requestAnimationFrame(() => setTimeout(callback))
}
