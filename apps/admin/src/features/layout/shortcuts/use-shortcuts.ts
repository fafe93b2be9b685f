import { useNavigate } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'
import { isAfterGo, isTakenKey, noteGo, shortcutsAreOn } from '../../../lib/shortcuts.ts'
import { pages } from '../navigation/pages.ts'

/**
 * `/` focuses the search box, `g` and a letter open a page, `?` opens the list of shortcuts, Ctrl or ⌘ with K the
 * palette. Single keys can be switched off and do nothing while somebody types.
 */
export function useShortcuts({ onHelp, onPalette }: { onHelp: () => void; onPalette: () => void }): void {
  const navigate = useNavigate()

  const press = useEffectEvent((event: KeyboardEvent) => {
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k') {
      event.preventDefault()
      return onPalette()
    }
    if (isTakenKey(event) || !shortcutsAreOn()) return
    const page = isAfterGo(event) && pages.find(({ key }) => key === event.key)
    noteGo(event)
    if (page) void navigate({ to: page.to })
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
