/**
 * The `ref` of a notice that goes at the press of its button, which has the focus. The browser would take that to the top of the
 * page: the reader goes on at the heading over the notice.
 */
export function goOnAtHeading(notice: HTMLElement | null): () => void {
  return () => {
    if (notice?.contains(document.activeElement)) headingOver(notice)?.focus({ preventScroll: true })
  }
}

/** The heading of the nearest part that has one. */
function headingOver(notice: Element): HTMLElement | null {
  const part = notice.parentElement
  return part && (part.querySelector<HTMLElement>(':scope > h2') ?? headingOver(part))
}
