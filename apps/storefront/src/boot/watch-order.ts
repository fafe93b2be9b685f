declare global {
  interface Window {
    /** Ends `watchOrder`, because the page now asks by itself. */
    endOrderWatch?: (() => void) | undefined
  }
}

/**
 * Asks how the order of this page stands while its code is not loaded, and loads it once anything has changed: the page
 * then shows and reads out what. Sent as source text, so it may use nothing from outside itself.
 */
export function watchOrder(): void {
  let timer = 0

  function plan() {
    const page = document.querySelector<HTMLElement>('[data-order]')
    const seconds = Number(page?.dataset.asksAfter)
    clearTimeout(timer)
    if (seconds > 0) timer = window.setTimeout(look, seconds * 1000)
  }

  async function look() {
    if (document.hidden) return
    try {
      const address = location.pathname.replace('/order/', '/api/order-pages/')
      // A mobile network may drop a connection without telling.
      const answer = await fetch(address, { signal: AbortSignal.timeout(10_000) })
      const { version } = await answer.json()
      const shown = document.querySelector<HTMLElement>('[data-order]')?.dataset.order
      if (version && version !== shown) return dispatchEvent(new Event('boot'))
    } catch {}
    if (window.endOrderWatch) plan()
  }

  window.endOrderWatch = () => {
    clearTimeout(timer)
    removeEventListener('visibilitychange', look)
    window.endOrderWatch = undefined
  }
  addEventListener('DOMContentLoaded', plan)
  addEventListener('visibilitychange', look)
}
