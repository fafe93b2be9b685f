import type { Page } from 'playwright-core'

/** As much slower as Lighthouse makes the processor to resemble a phone. */
export const PROCESSOR_SLOWDOWN = 4

/** Long enough for an interaction's last frame to be painted and reported on a slowed processor. */
const SETTLING_MS = 800

/** Slows the page's processor down and lets it note how long each interaction takes to be seen. Call it before `goto`. */
export async function prepareTiming(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: PROCESSOR_SLOWDOWN })
  await page.addInitScript({ content: observer })
}

/** Milliseconds from the touch to the next paint, the longest where `act` makes several; 0 stands for less than 16. */
export async function timeInteraction(page: Page, act: () => Promise<void>): Promise<number> {
  await page.evaluate('window.slowestInteraction = 0')
  await act()
  await page.waitForTimeout(SETTLING_MS)
  return page.evaluate<number>('window.slowestInteraction')
}

// The browser's own measure behind "Interaction to Next Paint".
const observer = `
  window.slowestInteraction = 0
  new PerformanceObserver((list) => {
    for (const { interactionId, duration } of list.getEntries())
      if (interactionId) window.slowestInteraction = Math.max(window.slowestInteraction, duration)
  }).observe({ type: 'event', durationThreshold: 16 })`
