import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { PiecesInput } from './pieces-input.tsx'

afterEach(cleanup)

function show(value: number | null) {
  const onSave = vi.fn<(pieces: number | null) => void>()
  const inputOf = (pieces: number | null) => (
    <PiecesInput label="Pieces left" placeholder="" value={pieces} onSave={onSave} />
  )
  const { rerender } = render(inputOf(value))
  const field = screen.getByLabelText<HTMLInputElement>('Pieces left')
  return {
    onSave,
    field,
    close: () => rerender(<p>Closed</p>),
    read: (pieces: number | null) => rerender(inputOf(pieces)),
  }
}

it('leaves what was ordered since then ordered, when the field is left long after its number was saved', async () => {
  const { onSave, field, read } = show(5)
  await userEvent.clear(field)
  await userEvent.type(field, '12{Enter}')
  read(12)
  read(9)
  await userEvent.tab()
  expect(onSave.mock.calls).toEqual([[12]])
  expect(field.value).toBe('9')
})

it('saves what is typed over a number that has changed meanwhile', async () => {
  const { onSave, field, read } = show(5)
  await userEvent.click(field)
  read(4)
  await userEvent.clear(field)
  await userEvent.type(field, '5')
  await userEvent.tab()
  expect(onSave.mock.calls).toEqual([[5]])
})

it('saves what was typed where the page is left, once', async () => {
  const { onSave, field, close } = show(5)
  await userEvent.clear(field)
  await userEvent.type(field, '12')
  close()
  expect(onSave.mock.calls).toEqual([[12]])
})

it('saves nothing where the page is left and nothing was typed since the last save', async () => {
  const { onSave, field, close, read } = show(5)
  await userEvent.type(field, '{Backspace}7{Enter}')
  read(7)
  close()
  expect(onSave.mock.calls).toEqual([[7]])
})

it('has the browser ask before the tab is closed with a number that was typed and not saved', async () => {
  const { field, close } = show(5)
  const asksBeforeClosing = () => !fireEvent(window, new Event('beforeunload', { cancelable: true }))
  expect(asksBeforeClosing()).toBe(false)
  await userEvent.type(field, '1')
  expect(asksBeforeClosing()).toBe(true)
  await userEvent.type(field, '{Enter}')
  expect(asksBeforeClosing()).toBe(false)
  close()
})

it.each([
  ['1,200', 1_200],
  ['1,000,000', 1_000_000],
  ['', null],
])('takes %j as the shop writes it', async (typed, pieces) => {
  const { onSave, field } = show(5)
  await userEvent.clear(field)
  await userEvent.type(field, `${typed}{Enter}`)
  expect(onSave.mock.calls).toEqual([[pieces]])
})

it.each(['1.5', '12,34', '1,000,001', '-3', 'ten'])(
  'says that %j is no number of pieces, and keeps it typed',
  async (typed) => {
    const { onSave, field, read } = show(5)
    await userEvent.clear(field)
    await userEvent.type(field, typed)
    await userEvent.tab()
    read(4)
    expect(field.value).toBe(typed)
    expect(saidAt(field)).toEqual(['Please enter whole pieces, at most 1,000,000'])
    expect(field.getAttribute('aria-invalid')).toBe('true')
    expect(onSave).not.toHaveBeenCalled()
    await userEvent.clear(field)
    expect(saidAt(field)).toEqual([])
    await userEvent.type(field, '6{Enter}')
    expect(onSave.mock.calls).toEqual([[6]])
  },
)

const saidAt = (field: HTMLElement) =>
  (field.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .filter(Boolean)
    .map((id) => document.getElementById(id)?.textContent)
