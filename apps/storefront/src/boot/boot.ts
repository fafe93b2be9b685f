declare global {
  interface Window {
    /** What repeats each press, choice and form that React did not handle, oldest first; see `replayEarlyEvents`. */
    earlyEvents?: Map<Event, () => void>
  }
}

/**
 * Runs before the first paint: applies the saved theme, records early presses and choices, and loads the modules after the
 * pictures or at the first interaction. Sent as source text, so it may use nothing from outside itself.
 *
 * `steps` are the modules to run, each after those it imports, and then the first of `own`, the page's code, which imports the
 * others. Only then the page is taken over (`ready`): without its code React would show another one in the place of what can be
 * read. Where the page is `complete` without them, they wait for an interaction, or for the page to ask for them.
 */
export function boot(steps: string[], own: string[], complete = false): void {
  const root = document.documentElement
  // Safari has it from 16 on and Chrome from 103 on; every request has a limit of its own.
  AbortSignal.timeout ??= (ms) => {
    const controller = new AbortController()
    setTimeout(() => controller.abort(new DOMException('Timed out', 'TimeoutError')), ms)
    return controller.signal
  }

  function applyTheme(theme: string) {
    root.dataset.theme = theme
    const colour = theme === 'dark' ? '#130e1a' : '#f4f2f6'
    document.querySelector('meta[name=theme-color]')?.setAttribute('content', colour)
  }

  function savedTheme() {
    try {
      return localStorage.getItem('theme')
    } catch {
      return null
    }
  }

  function preferredTheme() {
    return savedTheme() ?? (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light')
  }

  function changeTheme() {
    const theme = root.dataset.theme === 'dark' ? 'light' : 'dark'
    applyTheme(theme)
    try {
      localStorage.setItem('theme', theme)
    } catch {}
  }

  applyTheme(preferredTheme() === 'dark' ? 'dark' : 'light')
  addEventListener('storage', (event) => {
    if (event.key === 'theme') applyTheme(preferredTheme() === 'dark' ? 'dark' : 'light')
  })
  const earlyEvents = new Map<Event, () => void>()
  let keptAt = 0
  window.earlyEvents = earlyEvents
  function keep(event: Event, repeat: () => void) {
    earlyEvents.set(event, repeat)
    keptAt = event.timeStamp
  }
  function press(event: MouseEvent) {
    const target = event.target as Element
    if (target.closest('[data-theme-toggle]')) {
      // New colours everywhere are much work for a slow phone, so the press itself is shown first.
      requestAnimationFrame(() => setTimeout(changeTheme))
      return
    }
    const button = target.closest<HTMLElement>('button[type=button]:not([popovertarget])')
    const find = button && finderOf(button)
    if (find) keep(event, () => find()?.click())
    const link = target.closest<HTMLAnchorElement>('a[href]:not([target])')
    const isPlain = !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey)
    // What was not repeated by then never will be, and nobody's links wait for it.
    const isAwaited = earlyEvents.size > 0 && event.timeStamp - keptAt < 3000
    if (link && isPlain && link.origin === location.origin && isAwaited) follow(event, link)
  }
  /** A link that was pressed after something else would take that along: it waits its turn, three seconds at most. */
  function follow(event: Event, link: HTMLAnchorElement) {
    event.preventDefault()
    // A key of its own: the router passes over the event itself, as it should over every one that is prevented.
    const turn = new Event('turn')
    earlyEvents.set(turn, () => link.click())
    setTimeout(() => earlyEvents.has(turn) && location.assign(link.href), 3000)
  }
  function choose(event: Event) {
    const select = event.target
    if (!(select instanceof HTMLSelectElement)) return
    const { value } = select
    const find = finderOf(select)
    keep(event, () => {
      const found = find()
      if (!found) return
      found.value = value
      found.dispatchEvent(new Event('change', { bubbles: true }))
    })
  }
  /**
   * Finds the control, also where React has made the page anew because a translator or an extension had changed it: the one in
   * its place among those of its classes, if they are as many as before.
   */
  function finderOf<Control extends HTMLElement>(control: Control) {
    const alike = document.getElementsByClassName(control.className) as HTMLCollectionOf<Control>
    const place = [...alike].indexOf(control)
    const count = alike.length
    return () => (control.isConnected ? control : alike.length === count ? alike[place] : undefined)
  }
  /** What only the page's code can send waits for it: the browser would load the page again, without what was typed. */
  function send(event: SubmitEvent) {
    const form = event.target as HTMLFormElement
    if (event.defaultPrevented || form.hasAttribute('action')) return
    event.preventDefault()
    // Safari has `requestSubmit` from 16 on; the other is missing where no button was pressed.
    keep(event, () => form.isConnected && (form.requestSubmit ? form.requestSubmit() : event.submitter?.click()))
  }
  // After React, which prevents what it has sent itself.
  addEventListener('submit', send)
  // Before React sees them: from `hydrateRoot` until the page's own code is there, React stops both on their way down.
  addEventListener('click', press, true)
  addEventListener('change', choose, true)

  function preload(hrefs: string[]) {
    for (const href of hrefs) {
      const link = document.createElement('link')
      link.rel = 'modulepreload'
      link.href = href
      document.head.append(link)
    }
  }

  let hasStarted = false
  async function start() {
    if (hasStarted) return
    hasStarted = true
    root.dataset.painted = ''
    // All in tasks of their own: together they would block a slow phone for a third of a second.
    preload(steps)
    setTimeout(preload, 0, own)
    for (const href of [...steps, ...own.slice(0, 1)]) {
      try {
        await import(/* @vite-ignore */ href)
      } catch {
        return await renew(href)
      }
      await pause(0)
    }
    dispatchEvent(new Event('ready'))
  }
  const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
  /**
   * Browsers remember that a module failed, so only another document can load it: as soon as the shop can be reached, or at once
   * where it answers. A second one at once would not help: the browser is too old for the code. What a proxy answers for a shop
   * that starts again (502, 503) is no answer of the shop.
   */
  async function renew(href: string) {
    const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
    let isWorth = navigation?.type !== 'reload'
    while (((await fetch(href).catch(() => undefined))?.status ?? 500) >= 500) {
      isWorth = true
      await pause(3000)
    }
    if (isWorth) location.reload()
  }
  // A press of assistive technology may be a click alone.
  for (const type of ['pointerdown', 'keydown', 'click', complete ? 'boot' : 'scroll'])
    addEventListener(type, start, { once: true, passive: true })
  if (complete) return
  // What has arrived is on the screen first: a frame that is asked for before waits, with the main thread, until the
  // pictures of the one before are decoded.
  addEventListener('load', () => {
    const shown = new PerformanceObserver(() => {
      shown.disconnect()
      requestAnimationFrame(() => setTimeout(start))
    })
    shown.observe({ type: 'paint', buffered: true })
    // Firefox 153 never reports that it has painted a product's page.
    setTimeout(start, 1000)
  })
  setTimeout(start, 3000)
}
