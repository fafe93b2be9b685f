import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { Field, Input, Select, TextArea } from './field.tsx'

afterEach(cleanup)

const descriptionOf = (control: HTMLElement) =>
  (control.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .filter(Boolean)
    .map((id) => document.getElementById(id)?.textContent)

describe('Field', () => {
  it.each([
    ['Input', <Input key="control" />],
    ['Select', <Select key="control" />],
    ['TextArea', <TextArea key="control" />],
  ])('names the %s inside it', (_, control) => {
    render(<Field label="Phone">{control}</Field>)
    expect(screen.getByLabelText('Phone')).toBeDefined()
  })

  it('reads out the hint, and the error after it', () => {
    render(
      <Field label="Phone" hint="07… or 01…" error="Phone is required">
        <Input />
      </Field>,
    )
    const control = screen.getByLabelText('Phone')
    expect(descriptionOf(control)).toEqual(['07… or 01…', 'Phone is required'])
    expect(control.getAttribute('aria-invalid')).toBe('true')
  })

  it('mentions no error where there is none', () => {
    render(
      <Field label="Phone">
        <Input />
      </Field>,
    )
    const control = screen.getByLabelText('Phone')
    expect(control.hasAttribute('aria-describedby')).toBe(false)
    expect(control.hasAttribute('aria-invalid')).toBe(false)
  })

  it('keeps two fields apart', () => {
    render(
      <>
        <Field label="First name" error="Missing">
          <Input />
        </Field>
        <Field label="Last name">
          <Input />
        </Field>
      </>,
    )
    expect(descriptionOf(screen.getByLabelText('First name'))).toEqual(['Missing'])
    expect(descriptionOf(screen.getByLabelText('Last name'))).toEqual([])
  })
})
