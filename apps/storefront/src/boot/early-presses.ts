import './boot.ts'

/** Repeats what was pressed before React listened. Call once, when the page is interactive. */
export function replayEarlyPresses(): void {
  const presses = window.earlyPresses ?? []
  window.earlyPresses = undefined
  for (const button of presses) if (button.isConnected) button.click()
}
