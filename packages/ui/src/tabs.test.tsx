import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, describe, expect, it } from 'vitest'
import { Tabs } from './tabs.tsx'

afterEach(cleanup)

const failed = { text: 'This part could not be shown.', retry: 'Retry' }

function Example() {
  const [selected, setSelected] = useState('read')
  const tabs = [
    { key: 'read', label: 'Reviews', content: 'All reviews' },
    { key: 'write', label: 'Write a Review', content: <input aria-label="Your review" /> },
  ]
  return <Tabs label="Reviews" tabs={tabs} selected={selected} onSelect={setSelected} failed={failed} />
}

const selectedTab = () => screen.getByRole('tab', { selected: true }).textContent

describe('Tabs', () => {
  it('shows the panel of the chosen tab alone, under its name', async () => {
    render(<Example />)
    expect(screen.getByRole('tabpanel', { name: 'Reviews' }).textContent).toBe('All reviews')
    await userEvent.click(screen.getByRole('tab', { name: 'Write a Review' }))
    expect(screen.getAllByRole('tabpanel')).toHaveLength(1)
    expect(screen.getByRole('tabpanel', { name: 'Write a Review' })).toBeDefined()
  })

  it.each([
    ['{ArrowRight}', 'Write a Review'],
    ['{ArrowRight}{ArrowRight}', 'Reviews'],
    ['{ArrowLeft}', 'Write a Review'],
    ['{End}', 'Write a Review'],
    ['{End}{Home}', 'Reviews'],
  ])('moves by keys: %s ends at %s', async (keys, expected) => {
    render(<Example />)
    await userEvent.tab()
    await userEvent.keyboard(keys)
    expect(selectedTab()).toBe(expected)
    expect(document.activeElement?.textContent).toBe(expected)
  })

  it('is one stop for the Tab key', async () => {
    render(<Example />)
    await userEvent.click(screen.getByRole('tab', { name: 'Write a Review' }))
    await userEvent.tab()
    expect(document.activeElement).toBe(screen.getByLabelText('Your review'))
  })

  it('keeps what was typed in a panel that is hidden', async () => {
    render(<Example />)
    await userEvent.click(screen.getByRole('tab', { name: 'Write a Review' }))
    await userEvent.type(screen.getByLabelText('Your review'), 'Lovely')
    await userEvent.click(screen.getByRole('tab', { name: 'Reviews' }))
    await userEvent.click(screen.getByRole('tab', { name: 'Write a Review' }))
    expect(screen.getByLabelText<HTMLInputElement>('Your review').value).toBe('Lovely')
  })
})
