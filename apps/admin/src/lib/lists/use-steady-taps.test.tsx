import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { useSteadyTaps } from './use-steady-taps.ts'

afterEach(cleanup)

function show() {
  const onPack = vi.fn<(name: string) => void>()
  function Orders() {
    return (
      <ul {...useSteadyTaps()}>
        {['first', 'second'].map((name) => (
          <li key={name}>
            <b>{name}</b>
            <button type="button" onClick={() => onPack(name)}>
              Pack {name}
            </button>
          </li>
        ))}
      </ul>
    )
  }
  render(<Orders />)
  return onPack
}

function click(name: string, pointerType: string) {
  const event = new MouseEvent('click', { bubbles: true, cancelable: true })
  Object.defineProperty(event, 'pointerType', { value: pointerType })
  fireEvent(screen.getByRole('button', { name }), event)
}

it('takes a tap that ends on another row for nothing', () => {
  const onPack = show()
  fireEvent.pointerDown(screen.getByText('first'))
  click('Pack second', 'touch')
  expect(onPack).not.toHaveBeenCalled()
  click('Pack first', 'touch')
  expect(onPack.mock.calls).toEqual([['first']])
})

it.each(['mouse', ''])('leaves what is no tap alone: "%s"', (pointerType) => {
  const onPack = show()
  fireEvent.pointerDown(screen.getByText('first'))
  click('Pack second', pointerType)
  expect(onPack.mock.calls).toEqual([['second']])
})
