import './boot.ts'

/**
 * Repeats the presses made before React handled them. Call it when the buttons work; only the first call has an effect.
 */
export function replayEarlyPresses(): void {
  const presses = window.earlyPresses ?? []
  window.earlyPresses = undefined
  for (const button of presses) if (button.isConnected) button.click()
}
