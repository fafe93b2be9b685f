import { cleanup, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it } from 'vitest'
import { showSettings } from '../../testing/show-settings.tsx'
import { SettingsPage } from './settings-page.tsx'

afterEach(cleanup)

const show = () => showSettings(<SettingsPage />)

async function type(box: HTMLElement, text: string) {
  await userEvent.clear(box)
  await userEvent.type(box, `${text}{Enter}`)
}

it.each([
  ['Opens, Saturday', '20:00'],
  ['Closes, Saturday', '8:00'],
])('says at %s in words that fit it that the shop would close before it opens', async (name, time) => {
  await show()
  const box = screen.getByLabelText(name)
  await type(box, time)
  expect((await screen.findByRole('alert')).textContent).toBe('Must close later than it opens')
  expect(box.getAttribute('aria-invalid')).toBe('true')
})
