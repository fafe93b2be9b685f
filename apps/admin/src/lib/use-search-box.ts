import { type ChangeEvent, useEffect, useRef, useState } from 'react'

/** A pause this long means that a word is finished. */
const debounceMs = 250

/**
 * A search box that follows the page's address and writes to it after a pause in typing. While somebody types, the box
 * keeps every character, also the space the address leaves out; Back and a link still change it.
 */
export function useSearchBox(term = '', send: (term: string) => void) {
  const [typed, setTyped] = useState<string | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const [sent, setSent] = useState(term)
  // The address has changed by other hands: what was typed is of yesterday.
  const isOwn = typed !== null && sent === term

  function sendText(text: string) {
    clearTimeout(timer.current)
    setSent(text.trim())
    send(text.trim())
  }

  return {
    value: isOwn ? typed : term,
    onChange(event: ChangeEvent<HTMLInputElement>) {
      const text = event.target.value
      if (!isOwn) setSent(term)
      setTyped(text)
      clearTimeout(timer.current)
      timer.current = setTimeout(() => sendText(text), debounceMs)
    },
    /** For Enter: no pause. */
    sendNow() {
      if (typed !== null) sendText(typed)
    },
  }
}
