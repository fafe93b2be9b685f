import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { PartBoundary } from './part-boundary.tsx'
import { Tabs } from './tabs.tsx'

const words = { text: 'This part could not be shown.', retry: 'Retry' }

let isBroken = true
function Fragile() {
  if (isBroken) throw new Error('no such review')
  return 'All reviews'
}

beforeEach(() => {
  isBroken = true
  // React logs what a boundary caught.
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

describe('a part that fails', () => {
  it('leaves the rest of the page, and is shown when Retry succeeds', async () => {
    render(
      <>
        <h1>Oud Zahra</h1>
        <PartBoundary words={words}>
          <Fragile />
        </PartBoundary>
      </>,
    )
    expect(screen.getByRole('heading', { name: 'Oud Zahra' })).toBeDefined()
    expect(screen.getByRole('alert').textContent).toContain('This part could not be shown.')
    isBroken = false
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
    expect(screen.getByText('All reviews')).toBeDefined()
  })

  it('inside one tab leaves the other tab', async () => {
    const tabs = [
      { key: 'read', label: 'Reviews', content: <Fragile /> },
      { key: 'write', label: 'Write a Review', content: 'Your review' },
    ]
    render(<Tabs label="Reviews" tabs={tabs} selected="read" onSelect={() => undefined} failed={words} />)
    expect(screen.getByRole('tabpanel', { name: 'Reviews' }).textContent).toContain('This part could not be shown.')
    expect(screen.getByText('Your review')).toBeDefined()
  })
})
