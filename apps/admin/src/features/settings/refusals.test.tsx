import { cleanup, screen, waitFor, within } from '@testing-library/react'
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

const placeCard = (name: string) => within(screen.getByRole('heading', { name }).closest('li') as HTMLElement)
const textOf = (label: string) => (screen.getByLabelText(label) as HTMLInputElement).value
const lastSaved = (save: { mock: { calls: unknown[][] } }) => save.mock.calls.at(-1)?.[0]

it('saves an hour of opening that was refused once the hour of closing is later', async () => {
  const { save } = await show()
  await type(screen.getByLabelText('Opens, Saturday'), '20:00')
  await screen.findByRole('alert')
  await type(screen.getByLabelText('Closes, Saturday'), '22:00')
  const hours = { kind: 'open', opens: '20:00', closes: '22:00' }
  await waitFor(() => expect(lastSaved(save)).toMatchObject({ key: 'hours.saturday', value: hours }))
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
  expect([textOf('Opens, Saturday'), textOf('Closes, Saturday')]).toEqual(['20:00', '22:00'])
})

it('does not try again what the owner has taken back, or whose box is gone', async () => {
  const { save } = await show()
  const opens = screen.getByLabelText('Opens, Saturday')
  await type(opens, '20:00')
  await screen.findByRole('alert')
  await type(opens, '9:00')
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
  await type(screen.getByLabelText('Closes, Saturday'), '22:00')
  const hours = { kind: 'open', opens: '09:00', closes: '22:00' }
  await waitFor(() => expect(lastSaved(save)).toMatchObject({ value: hours }))
  await type(opens, '23:00')
  await screen.findByRole('alert')
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Saturday' }), 'closed')
  await waitFor(() => expect(lastSaved(save)).toMatchObject({ value: { kind: 'closed' } }))
  expect(screen.queryByRole('alert')).toBeNull()
})

it('goes on saying that a fee is not saved while other boxes are, of this place and of others', async () => {
  const { save } = await show()
  const embu = placeCard('Embu')
  await type(embu.getByLabelText('Fee, Ksh'), '12.5')
  const why = (await embu.findByRole('alert')).textContent
  await type(embu.getByLabelText('When it arrives'), 'Today')
  await type(placeCard('Nairobi CBD').getByLabelText('When it arrives'), 'Tomorrow')
  await waitFor(() => expect(JSON.stringify(lastSaved(save))).toContain('Tomorrow'))
  await waitFor(() => expect(embu.getByRole('alert').textContent).toBe(why))
  await embu.findByText('Not saved')
  await type(embu.getByLabelText('Fee, Ksh'), '50')
  await waitFor(() => expect(embu.queryByRole('alert')).toBeNull())
  expect(lastSaved(save)).toMatchObject({
    value: [{ id: 'embu', fee: 50, promise: 'Today' }, { promise: 'Tomorrow' }, {}],
  })
})

it.each([
  ['Thika', '200000', 'Its fee, Ksh', 'Must be at most Ksh 100,000'],
  ['Ngong', '200', 'New place', 'No connection.'],
])('says at the field why a place was not added, and keeps what was typed: %s', async (name, fee, field, why) => {
  const { save, loseConnection } = await show()
  await userEvent.type(screen.getByLabelText('New place'), name)
  await userEvent.type(screen.getByLabelText('Its fee, Ksh'), fee)
  if (why === 'No connection.') loseConnection()
  await userEvent.click(screen.getByRole('button', { name: 'Add place' }))
  await screen.findByText(why)
  const described = screen.getByLabelText(field).getAttribute('aria-describedby')?.split(' ') ?? []
  expect(described.map((id) => document.getElementById(id)?.textContent)).toContain(why)
  expect([textOf('New place'), textOf('Its fee, Ksh')]).toEqual([name, fee])
  await type(placeCard('Embu').getByLabelText('When it arrives'), 'Today')
  await waitFor(() => expect(lastSaved(save)).toMatchObject({ value: [{ promise: 'Today' }, {}, {}] }))
  expect(screen.getByText(why)).toBeDefined()
})

it('says of each box that was refused why it was, whichever is refused after it', async () => {
  await show()
  await type(screen.getByLabelText('Opens, Saturday'), '25:00')
  await type(screen.getByLabelText('Closes, Saturday'), 'late')
  await waitFor(() => expect(screen.getAllByRole('alert')).toHaveLength(2))
  await type(placeCard('Embu').getByLabelText('Fee, Ksh'), '12.5')
  await type(placeCard('Nairobi CBD').getByLabelText('Fee, Ksh'), '1.5')
  await waitFor(() => expect(placeCard('Nairobi CBD').getByRole('alert')).toBeDefined())
  expect(placeCard('Embu').getByRole('alert')).toBeDefined()
  await type(screen.getByLabelText('Opens, Saturday'), '10:00')
  await waitFor(() => expect(screen.getByLabelText('Opens, Saturday').getAttribute('aria-invalid')).toBeNull())
  await waitFor(() => expect(screen.getByLabelText('Closes, Saturday').getAttribute('aria-invalid')).toBe('true'))
})

it('saves a fee whose answer was lost once the connection is back for another box', async () => {
  const { save, loseConnection } = await show()
  const embu = placeCard('Embu')
  loseConnection()
  await type(embu.getByLabelText('Fee, Ksh'), '50')
  await embu.findByRole('alert')
  await type(embu.getByLabelText('When it arrives'), 'Today')
  await waitFor(() => expect(lastSaved(save)).toMatchObject({ value: [{ fee: 50, promise: 'Today' }, {}, {}] }))
  await waitFor(() => expect(embu.queryByRole('alert')).toBeNull())
})
