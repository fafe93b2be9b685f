import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { OfflineBar } from './offline-bar.tsx'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

it('shows its text while there is no connection, and only then', () => {
  const onLine = vi.spyOn(navigator, 'onLine', 'get')
  const change = (isOnline: boolean) => {
    onLine.mockReturnValue(isOnline)
    act(() => void dispatchEvent(new Event(isOnline ? 'online' : 'offline')))
  }
  onLine.mockReturnValue(true)
  render(<OfflineBar>You are offline.</OfflineBar>)
  expect(screen.getByRole('status').textContent).toBe('')
  change(false)
  expect(screen.getByRole('status').textContent).toBe('You are offline.')
  change(true)
  expect(screen.getByRole('status').textContent).toBe('')
})
