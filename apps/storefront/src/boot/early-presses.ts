import './boot.ts'

/** Repeats what was pressed before React listened. Call when the buttons of the page listen; the first call counts. */
export function replayEarlyPresses(): void {
  const presses = window.earlyPresses ?? []
  window.earlyPresses = undefined
  for (const button of presses) if (button.isConnected) button.click()
}
