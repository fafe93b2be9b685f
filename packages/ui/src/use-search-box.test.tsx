import { act, cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { useSearchBox } from './use-search-box.ts'

const sent: string[] = []
let setAddress: (term: string) => void

/** A state stands in for the page's address. */
function Box({ initial = '' }: { initial?: string }) {
  const [term, setTerm] = useState(initial)
  setAddress = setTerm
  const { field, sendNow } = useSearchBox(term, async (text) => {
    sent.push(text)
    setTerm(text)
  })
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        sendNow()
      }}
    >
      <input aria-label="Search" {...field} />
    </form>
  )
}

const box = () => screen.getByLabelText<HTMLInputElement>('Search')
const type = userEvent.setup({ advanceTimers: (ms) => vi.advanceTimersByTime(ms) })
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

beforeEach(() => {
  sent.length = 0
  vi.useFakeTimers({ shouldAdvanceTime: true })
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

describe('the search box', () => {
  it('waits for a pause of 250 ms and then asks once, trimmed', async () => {
    render(<Box />)
    await type.type(box(), ' oud ')
    expect(sent).toEqual([])
    await pass(260)
    expect(sent).toEqual(['oud'])
  })

  it('keeps the space between two words while it asks for the first', async () => {
    render(<Box />)
    await type.type(box(), 'oud ')
    await pass(260)
    expect(box().value).toBe('oud ')
    await type.type(box(), 'rose')
    await pass(260)
    expect(sent).toEqual(['oud', 'oud rose'])
  })

  it('asks at once on Enter, and not again afterwards', async () => {
    render(<Box />)
    await type.type(box(), 'musk{Enter}')
    await pass(0)
    expect(sent).toEqual(['musk'])
    await pass(300)
    expect(sent).toEqual(['musk'])
  })

  it('follows the address after Back', async () => {
    render(<Box initial="rose" />)
    await type.clear(box())
    await type.type(box(), 'oud')
    await pass(260)
    act(() => setAddress('rose'))
    expect(box().value).toBe('rose')
  })

  it('asks for nothing when the page is left while typing', async () => {
    render(<Box />)
    await type.type(box(), 'ou')
    cleanup()
    await pass(300)
    expect(sent).toEqual([])
  })
})
