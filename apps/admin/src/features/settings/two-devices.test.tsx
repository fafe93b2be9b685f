import type { PlaceSetting } from '@marashi/domain/rules/settings/delivery'
import { initialSettings } from '@marashi/domain/rules/settings/groups'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it } from 'vitest'
import { showSettings } from '../../testing/show-settings.tsx'
import { SettingsPage } from './settings-page.tsx'

afterEach(cleanup)

const stale = 'Somebody else has changed this meanwhile.'

/** The next save waits until what this answers is called. */
function holdBack(save: Awaited<ReturnType<typeof show>>['save']): () => void {
  const { promise: waiting, resolve } = Promise.withResolvers<void>()
  const store = save.getMockImplementation() as typeof save
  save.mockImplementationOnce(async (sent) => waiting.then(() => store(sent)))
  return resolve
}

const show = (shop?: { asStored?: (value: unknown) => unknown }) => showSettings(<SettingsPage />, shop)

it('leaves a text as another device has saved it while the owner typed, and asks', async () => {
  const { save, saveElsewhere } = await show()
  const name = screen.getByLabelText<HTMLInputElement>(/^Name that M-Pesa shows/)
  await userEvent.type(name, 'Marashi')
  await saveElsewhere('payments.payeeName', 'Amina')
  await userEvent.tab()
  await screen.findByText(stale)
  expect(screen.getByText('Still: Amina.')).toBeDefined()
  expect(save).not.toHaveBeenCalled()
  expect(name.value).toBe('Marashi')
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
  await waitFor(() =>
    expect(save).toHaveBeenCalledExactlyOnceWith({ key: 'payments.payeeName', value: 'Marashi', version: 1 }),
  )
})

it('leaves a text that another device has set back to what this one had saved before, and asks', async () => {
  const { save, saveElsewhere } = await show()
  const name = screen.getByLabelText<HTMLInputElement>(/^Name that M-Pesa shows/)
  await userEvent.type(name, 'Mara{Enter}')
  await waitFor(() => expect(save).toHaveBeenCalledTimes(1))
  await userEvent.type(name, 'shi{Enter}')
  await waitFor(() => expect(save).toHaveBeenCalledTimes(2))
  await saveElsewhere('payments.payeeName', 'Amina')
  await userEvent.type(name, ' Oud')
  await saveElsewhere('payments.payeeName', 'Mara')
  await userEvent.tab()
  await screen.findByText(stale)
  expect(screen.getByText('Still: Mara.')).toBeDefined()
  expect(save).toHaveBeenCalledTimes(2)
})

it('leaves a day closed that was closed elsewhere while its hours were typed, and says what is lost', async () => {
  const { save, saveElsewhere } = await show()
  await userEvent.type(screen.getByLabelText('Closes, Saturday'), '{Backspace}5')
  await saveElsewhere('hours.saturday', { kind: 'closed' })
  await screen.findByText(/^What you typed on the settings page was not saved/)
  expect(screen.queryByLabelText('Closes, Saturday')).toBeNull()
  expect(screen.getByText(stale)).toBeDefined()
  expect(save).not.toHaveBeenCalled()
})

it('saves a fee beside that of another place, which another device has saved meanwhile', async () => {
  const { save, saveElsewhere } = await show()
  const [first, second, ...others] = initialSettings.delivery.places as [PlaceSetting, PlaceSetting, ...PlaceSetting[]]
  const [fee] = screen.getAllByLabelText('Fee, Ksh')
  await userEvent.type(fee as HTMLElement, '0')
  await saveElsewhere('delivery.places', [first, { ...second, fee: 777 }, ...others])
  await userEvent.tab()
  await waitFor(() => expect(save).toHaveBeenCalledOnce())
  const [sent] = save.mock.calls[0] ?? []
  expect(sent?.value).toEqual([{ ...first, fee: first.fee * 10 }, { ...second, fee: 777 }, ...others])
})

it('leaves the fee of a place as another device has saved it meanwhile', async () => {
  const { save, saveElsewhere } = await show()
  const [first, ...others] = initialSettings.delivery.places as [PlaceSetting, ...PlaceSetting[]]
  const [fee] = screen.getAllByLabelText('Fee, Ksh')
  await userEvent.type(fee as HTMLElement, '0')
  await saveElsewhere('delivery.places', [{ ...first, fee: 777 }, ...others])
  await userEvent.tab()
  await screen.findByText(stale)
  expect(screen.getByText(`Still: ${first.name}, Ksh 777.`)).toBeDefined()
  expect(save).not.toHaveBeenCalled()
})

it.each([
  ['a note that was written', 'Note', { note: 'Ring twice' }, 'Note: Ring twice'],
  [
    'an offer, of a place that is off',
    'Free above, Ksh',
    { freeOver: 5_000, isActive: false },
    'Free above, Ksh: 5000, Off',
  ],
  ['a promise that was taken out', 'When it arrives', { promise: '' }, 'When it arrives: empty'],
])('says all that a place is now, with %s on another device', async (_, label, changed, said) => {
  const { saveElsewhere } = await show()
  const [first, ...others] = initialSettings.delivery.places as [PlaceSetting, ...PlaceSetting[]]
  await saveElsewhere('delivery.places', [{ ...first, promise: label === 'When it arrives' ? 'Today' : '' }, ...others])
  const [box] = screen.getAllByLabelText(label)
  await userEvent.type(box as HTMLElement, '7')
  await saveElsewhere('delivery.places', [{ ...first, ...changed }, ...others])
  await userEvent.tab()
  await screen.findByText(stale)
  expect(screen.getByText(`Still: ${first.name}, Ksh ${first.fee}, ${said}.`)).toBeDefined()
})

it('leaves the promise of a place that another device has saved, where the owner saves its fee while they type', async () => {
  const { save, storeElsewhere } = await show()
  const [first, ...others] = initialSettings.delivery.places as [PlaceSetting, ...PlaceSetting[]]
  const [fee] = screen.getAllByLabelText('Fee, Ksh') as [HTMLElement]
  const [promise] = screen.getAllByLabelText('When it arrives') as [HTMLElement]
  const finish = holdBack(save)
  storeElsewhere('delivery.places', [{ ...first, promise: 'From the laptop' }, ...others])
  await userEvent.type(fee, '0{Enter}')
  await userEvent.type(promise, ' on the phone')
  finish()
  await waitFor(() =>
    expect(save.mock.lastCall).toMatchObject([
      { value: [{ fee: first.fee * 10, promise: 'From the laptop' }, {}, {}], version: 1 },
    ]),
  )
  await screen.findByText(/^Saved/)
  await userEvent.tab()
  await screen.findByText(stale)
  expect(save).toHaveBeenCalledTimes(2)
})

it('does not try a fee again that another device has changed since, where another place is saved', async () => {
  const { save, saveElsewhere, loseConnection } = await show()
  const [first, ...others] = initialSettings.delivery.places as [PlaceSetting, ...PlaceSetting[]]
  const [fee] = screen.getAllByLabelText('Fee, Ksh') as [HTMLElement]
  const [, note] = screen.getAllByLabelText('Note') as [HTMLElement, HTMLElement]
  loseConnection()
  await userEvent.type(fee, '0{Enter}')
  await screen.findByText('No connection.')
  await saveElsewhere('delivery.places', [{ ...first, fee: 777 }, ...others])
  await userEvent.type(note, 'Ring twice{Enter}')
  await screen.findByText(stale)
  expect(save).toHaveBeenCalledTimes(2)
  expect(save.mock.lastCall).toMatchObject([{ value: [{ fee: 777 }, { note: 'Ring twice' }, {}] }])
})

it('saves a promise that is typed on over its own, also after another box of its place was saved', async () => {
  const { save } = await show()
  const [fee] = screen.getAllByLabelText('Fee, Ksh') as [HTMLElement]
  const [promise] = screen.getAllByLabelText('When it arrives') as [HTMLElement]
  const finish = holdBack(save)
  await userEvent.type(promise, 'Today{Enter}')
  await userEvent.type(promise, ' and')
  finish()
  await screen.findByText(/^Saved/)
  // The focus stays in the promise: a save beside it may also be an Undo, or a box that is tried again.
  fireEvent.change(fee, { target: { value: '70' } })
  fireEvent.blur(fee)
  await waitFor(() => expect(save).toHaveBeenCalledTimes(2))
  await userEvent.type(promise, ' tomorrow{Enter}')
  await waitFor(() => expect(save).toHaveBeenCalledTimes(3))
  expect(screen.queryByText(stale)).toBeNull()
})

it('saves what is typed on while the page saves, over what that save has left', async () => {
  const { save } = await show({ asStored: (value) => `${value}.` })
  const finish = holdBack(save)
  const name = screen.getByLabelText(/^Name that M-Pesa shows/)
  await userEvent.type(name, 'Mara{Enter}')
  await userEvent.type(name, 'shi')
  finish()
  await screen.findByText(/^Saved/)
  await userEvent.tab()
  await waitFor(() => expect(save).toHaveBeenCalledTimes(2))
  expect(save.mock.calls[1]).toMatchObject([{ value: 'Marashi', version: 1 }])
})

it('leaves what another device has saved since a save got no answer, where the owner retries that one', async () => {
  const { save, saveElsewhere, loseConnection } = await show()
  loseConnection()
  await userEvent.type(screen.getByLabelText(/^Name that M-Pesa shows/), 'Marashi{Enter}')
  await screen.findByText('No connection.')
  await saveElsewhere('payments.payeeName', 'Amina')
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
  await screen.findByText(stale)
  expect(save).toHaveBeenCalledOnce()
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
  await waitFor(() => expect(save).toHaveBeenCalledTimes(2))
  expect(save.mock.calls[1]).toMatchObject([{ value: 'Marashi', version: 1 }])
})
