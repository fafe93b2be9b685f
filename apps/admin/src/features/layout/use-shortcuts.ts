import { useNavigate } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useRef } from 'react'
import { isTakenKey, shortcutsAreOn } from '../../lib/shortcut-choice.ts'
import { pages } from './pages.ts'

/** So long after a `g` the next key still names a page. */
const sequenceMs = 1_500

/**
 * `/` goes to the search box, `g` and a letter to a page, `?` to the list of keys, Ctrl or ⌘ with K to the palette.
 * Single keys can be switched off, and are left to whoever is being typed into.
 */
export function useShortcuts({ onHelp, onPalette }: { onHelp: () => void; onPalette: () => void }): void {
  const navigate = useNavigate()
  const goPressedAt = useRef(Number.NEGATIVE_INFINITY)

  const press = useEffectEvent((event: KeyboardEvent) => {
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k') {
      event.preventDefault()
      return onPalette()
    }
    if (isTakenKey(event) || !shortcutsAreOn()) return
    const isAfterGo = event.timeStamp - goPressedAt.current < sequenceMs
    goPressedAt.current = Number.NEGATIVE_INFINITY
    const page = isAfterGo && pages.find(({ key }) => key === event.key)
    if (page) void navigate({ to: page.to })
    else if (event.key === 'g') goPressedAt.current = event.timeStamp
    else if (event.key === '?') onHelp()
    else if (event.key === '/') focusSearch(event)
  })

  useEffect(() => {
    const listener = (event: KeyboardEvent) => press(event)
    document.addEventListener('keydown', listener)
    return () => document.removeEventListener('keydown', listener)
  }, [])
}

function focusSearch(event: KeyboardEvent) {
  const box = document.querySelector<HTMLInputElement>('main input[type=search]')
  if (!box) return
  event.preventDefault()
  box.focus()
  box.select()
}
