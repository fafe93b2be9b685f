/** Moves the focus to the page's heading, so that neither a keyboard nor a screen reader starts again at the top. */
export function focusHeading({ preventScroll = false } = {}): void {
  const heading = document.querySelector<HTMLElement>('main h1') ?? document.getElementById('main')
  heading?.setAttribute('tabindex', '-1')
  heading?.focus({ preventScroll })
}
