/**
 * Runs before the first paint: fills in what the oldest browsers lack, applies the saved theme, which the storefront stores
 * under the same key, listens for the theme button, and says so where a script of the start is lost. The page holds its source text, so it uses nothing from outside itself.
 */
export function boot(): void {
  const root = document.documentElement
  // Safari has it from 16 on and Chrome from 103 on; every request has a limit of its own.
  AbortSignal.timeout ??= (ms) => {
    const controller = new AbortController()
    setTimeout(() => controller.abort(new DOMException('Timed out', 'TimeoutError')), ms)
    return controller.signal
  }
  // Safari has it from 17 on and Chrome from 120 on; forms ask it for addresses.
  URL.canParse ??= (url, base) => {
    try {
      return Boolean(new URL(url, base))
    } catch {
      return false
    }
  }

  function applyTheme(theme: string) {
    root.dataset.theme = theme
    const colour = theme === 'dark' ? '#130e1a' : '#f4f2f6'
    document.querySelector('meta[name=theme-color]')?.setAttribute('content', colour)
  }

  function preferredTheme() {
    let saved: string | null = null
    try {
      saved = localStorage.getItem('theme')
    } catch {}
    const isDark = saved ? saved === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches
    return isDark ? 'dark' : 'light'
  }

  applyTheme(preferredTheme())
  addEventListener('storage', (event) => {
    if (event.key === 'theme') applyTheme(preferredTheme())
  })
  document.addEventListener('click', (event) => {
    if (!(event.target as Element).closest('[data-theme-toggle]')) return
    const theme = root.dataset.theme === 'dark' ? 'light' : 'dark'
    applyTheme(theme)
    try {
      localStorage.setItem('theme', theme)
    } catch {}
  })
  // It names its script alone and does not bubble. Once the app stands, what the page had before is gone.
  addEventListener(
    'error',
    ({ target }) => {
      if (!(target instanceof HTMLScriptElement)) return
      document.getElementById('start-loading')?.setAttribute('hidden', '')
      document.getElementById('start-failed')?.removeAttribute('hidden')
    },
    true,
  )
  // Radix adds a style element while a dialog stops the page from scrolling; the content security policy needs the nonce.
  Object.assign(window, { __webpack_nonce__: document.currentScript?.nonce })
  // Zod would try whether it may compile its checks, which the pages' policy refuses and browsers report.
  Object.assign(window, { __zod_globalConfig: { jitless: true } })
}
