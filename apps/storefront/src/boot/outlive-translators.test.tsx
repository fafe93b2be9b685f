import { cleanup, render } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { replaceTexts } from '../testing/replace-texts.ts'
import { outliveTranslators } from './outlive-translators.ts'

const { removeChild, insertBefore } = Node.prototype

beforeEach(outliveTranslators)
afterEach(() => {
  cleanup()
  Object.assign(Node.prototype, { removeChild, insertBefore })
})

function Filters({ count, isOpen }: { count: number; isOpen: boolean }) {
  return (
    <p>
      {isOpen && <b>open</b>}
      Filters
      {count > 0 && ` (${count})`}
    </p>
  )
}

it('a page that was translated goes on where one of its texts goes, and where an element comes before one', () => {
  const { container, rerender } = render(<Filters count={1} isOpen={false} />)
  replaceTexts(container)
  rerender(<Filters count={0} isOpen />)
  expect(container.querySelector('b')?.textContent).toBe('open')
  rerender(<Filters count={0} isOpen={false} />)
  expect(container.querySelector('b')).toBeNull()
})

it('a page that was not translated keeps its order', () => {
  const { container, rerender } = render(<Filters count={1} isOpen={false} />)
  rerender(<Filters count={0} isOpen />)
  expect(container.textContent).toBe('openFilters')
})
