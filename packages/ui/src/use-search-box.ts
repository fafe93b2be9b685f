import { type ChangeEvent, useEffect, useRef, useState } from 'react'

/** After a pause of this length the search is sent. */
const debounceMs = 250

/**
 * A search box that follows the page's address and writes to it after a pause in typing. While somebody types, the box
 * keeps every character, also the space that the address drops; Back and Clear still change it. The promise of `send`
 * resolves when the address holds the new term.
 */
export function useSearchBox(term = '', send: (term: string) => Promise<void>) {
  const [typed, setTyped] = useState<string | null>(null)
  const timer = useRef<number>(undefined)
  const sends = useRef(0)
  const box = useRef<HTMLInputElement>(null)
  const [isWaiting, setIsWaiting] = useState(false)
  const isOwn = typed !== null && (isWaiting || typed.trim() === term)

  useEffect(() => {
    // Text that was typed before React handled the input.
    const early = box.current?.value
    if (early && early !== term) type(early)
    return () => clearTimeout(timer.current)
  }, [])

  function type(text: string) {
    setTyped(text)
    setIsWaiting(true)
    clearTimeout(timer.current)
    timer.current = window.setTimeout(() => sendText(text), debounceMs)
  }

  async function sendText(text: string) {
    clearTimeout(timer.current)
    const sendNumber = ++sends.current
    await send(text.trim())
    if (sendNumber === sends.current) setIsWaiting(false)
  }

  return {
    field: {
      ref: box,
      value: isOwn ? typed : term,
      onChange: (event: ChangeEvent<HTMLInputElement>) => type(event.target.value),
    },
    /** For Enter: sends without a pause and hides the phone's keyboard. */
    sendNow() {
      box.current?.blur()
      if (isOwn) void sendText(typed)
    },
  }
}
