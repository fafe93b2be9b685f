import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { CopyButton } from './copy-button.tsx'

afterEach(cleanup)

it('copies also on a page whose browser has put a translation in the place of its word', async () => {
  userEvent.setup()
  const writeText = vi.spyOn(navigator.clipboard, 'writeText')
  render(<CopyButton text="174379" label="Copy the Till number" copiedLabel="Copied" word="Copy" />)
  const translation = document.createElement('font')
  translation.textContent = 'Nakili'
  const word = [...screen.getByText('Copy').childNodes].at(-1) as ChildNode
  word.replaceWith(translation)
  await userEvent.click(screen.getByRole('button', { name: 'Copy the Till number' }))
  expect(writeText).toHaveBeenCalledWith('174379')
  await screen.findByText('Copied')
  screen.getByText('Nakili')
})
