import './boot.ts'

/** Call it before `hydrateRoot`: from then on React handles each press that reaches the document, and stops the others. */
export function leavePressesToReact(): void {
  document.addEventListener('click', (event) => window.earlyPresses?.delete(event))
}

/**
 * Repeats the presses that React did not handle. Call it when buttons work: it waits until the press that is just on its
 * way, if any, has been handled or stopped.
 */
export function replayEarlyPresses(): void {
  if (window.earlyPresses?.size) setTimeout(replayNow)
}

function replayNow() {
  const presses = window.earlyPresses
  if (!presses) return
  const buttons = [...presses.values()]
  presses.clear()
  for (const button of buttons) if (button.isConnected) button.click()
}
