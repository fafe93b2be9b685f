import { expect, it, vi } from 'vitest'
import { rehearseTap } from './rehearse-tap.tsx'

it('has React handle a tap and show what it changed, outside the page', async () => {
  const create = vi.spyOn(document, 'createElement')
  rehearseTap()
  const box = create.mock.results[0]?.value as HTMLElement
  await expect.poll(() => box.textContent).toBe('Tapped')
  expect(box.isConnected).toBe(false)
})
