/**
 * A ref for the bar at a screen's foot. Tells the page's styles its height as `--bar-height`, so that the browser scrolls
 * a focused field to where the bar does not cover it.
 */
export function publishBarHeight(bar: HTMLElement | null) {
  if (!bar) return
  const { style } = document.documentElement
  const observer = new ResizeObserver(() => style.setProperty('--bar-height', `${bar.offsetHeight}px`))
  observer.observe(bar)
  return () => {
    observer.disconnect()
    style.removeProperty('--bar-height')
  }
}
