import { type ChangeEvent, useEffect, useRef, useState } from 'react'

/** A pause this long means that a word is finished. */
const debounceMs = 250

/**
 * A search box that follows the page's address and writes to it after a pause in typing. While somebody types, the box
 * keeps every character, also the space the address leaves out; Back and Clear still change it. `send` is done when the
 * address says what was sent.
 */
export function useSearchBox(term = '', send: (term: string) => Promise<void>) {
  const [typed, setTyped] = useState<string | null>(null)
  const timer = useRef<number>(undefined)
  const sends = useRef(0)
  const box = useRef<HTMLInputElement>(null)
  const [isWaiting, setIsWaiting] = useState(false)
  const isOwn = typed !== null && (isWaiting || typed.trim() === term)

  useEffect(() => {
    // What was typed before this page listened.
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
    const turn = ++sends.current
    await send(text.trim())
    if (turn === sends.current) setIsWaiting(false)
  }

  return {
    field: {
      ref: box,
      value: isOwn ? typed : term,
      onChange: (event: ChangeEvent<HTMLInputElement>) => type(event.target.value),
    },
    /** For Enter: no pause, and the phone's keyboard goes away. */
    sendNow() {
      box.current?.blur()
      if (isOwn) void sendText(typed)
    },
  }
}
