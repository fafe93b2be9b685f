import { useState } from 'react'
import { hydrateRoot } from 'react-dom/client'

/**
 * Taps a button that is outside the page. A browser compiles a function when it is first called: here it does so for what
 * React runs to handle a tap and to show what changed. Otherwise a slow phone does that while a shopper waits for the
 * first tap to show: docs/decisions/022-first-load.md.
 */
export function rehearseTap(): void {
  const box = document.createElement('div')
  box.innerHTML = '<button type="button"><span></span></button>'
  hydrateRoot(box, <Rehearsal />)
  setTimeout(() => {
    // One for each way that React handles what belongs to a tap.
    for (const type of ['mouseover', 'focusin', 'click'])
      box.firstChild?.dispatchEvent(new Event(type, { bubbles: true }))
  })
}

function Rehearsal() {
  const [isTapped, setIsTapped] = useState(false)
  return (
    <button type="button" aria-disabled={isTapped || undefined} onClick={() => setIsTapped(true)}>
      {isTapped ? 'Tapped' : <span />}
    </button>
  )
}
