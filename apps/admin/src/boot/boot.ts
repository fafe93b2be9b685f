/**
 * Runs before the first paint: puts on the reader's theme, under the same key as the shop's pages, and listens for its
 * button. Sent as source text, so it may use nothing from outside itself.
 */
export function boot(): void {
  const root = document.documentElement

  function wear(theme: string) {
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

  wear(preferredTheme())
  addEventListener('storage', (event) => {
    if (event.key === 'theme') wear(preferredTheme())
  })
  document.addEventListener('click', (event) => {
    if (!(event.target as Element).closest('[data-theme-toggle]')) return
    const theme = root.dataset.theme === 'dark' ? 'light' : 'dark'
    wear(theme)
    try {
      localStorage.setItem('theme', theme)
    } catch {}
  })
  // Dialogs bring a style of their own while they hold the page still; the policy wants to see the nonce on it.
  Object.assign(window, { __webpack_nonce__: document.currentScript?.nonce })
}
