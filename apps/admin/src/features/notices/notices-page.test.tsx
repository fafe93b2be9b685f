import { trpc } from '@marashi/api-client/trpc'
import type { SettingsList } from '@marashi/domain/contracts/settings'
import { initialSettings, type SettingKey } from '@marashi/domain/rules/settings/groups'
import { Toaster } from '@marashi/ui/toast'
import { createMemoryHistory, Link } from '@tanstack/react-router'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { FakeAdminApi, refusal } from '../../testing/fake-admin-api.tsx'
import { NoticesPage } from './notices-page.tsx'

afterEach(cleanup)

/** A new shop's settings as the API lists them. */
const settings = Object.fromEntries(
  Object.entries(initialSettings).map(([group, values]) => [
    group,
    Object.fromEntries(
      Object.entries(values).map(([name, value]) => [
        name,
        { value, initial: value, version: 3, lockedBy: null, lastChange: null },
      ]),
    ),
  ]),
) as unknown as SettingsList

const phone = {
  id: '11111111-1111-4111-8111-111111111111',
  endpoint: 'https://push.test/phone',
  browser: 'Chrome on Android',
  createdAt: '2026-11-22T09:00:00.000Z',
  endedAt: null,
}

it('saves what is switched as it was read, and says where a browser cannot be called', async () => {
  const saved: { key: SettingKey; value: unknown; version: number }[] = []
  render(
    <FakeAdminApi
      answers={{
        'admin.push': { status: () => ({ publicKey: 'B', subscriptions: [] }) },
        'admin.settings': {
          list: () => settings,
          save: (input) => {
            saved.push(input)
            return settings.notices.email as never
          },
        },
      }}
    >
      <NoticesPage />
    </FakeAdminApi>,
  )
  await userEvent.click(await screen.findByRole('checkbox', { name: 'New order by E-mail' }))
  expect(saved).toEqual([{ key: 'notices.email', value: ['flag', 'review', 'stock', 'health'], version: 3 }])
  expect(screen.getByText('This browser cannot be called.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Notify me on this browser' })).toBeNull()
})

it('shows each choice at once, saves one after the other, and takes back what the shop refuses', async () => {
  let stored = settings
  const saved: unknown[] = []
  const first = Promise.withResolvers<void>()
  render(
    <FakeAdminApi
      answers={{
        'admin.push': { status: () => ({ publicKey: 'B', subscriptions: [] }) },
        'admin.settings': {
          list: () => stored,
          save: async ({ value, version }) => {
            saved.push([value, version])
            if (saved.length === 1) await first.promise
            if (saved.length === 3) throw refusal(409, 'Somebody has saved this setting.')
            const email = { ...stored.notices.email, value: value as never, version: version + 1 }
            stored = { ...stored, notices: { ...stored.notices, email } }
            return email as never
          },
        },
      }}
    >
      <NoticesPage />
      <Toaster />
    </FakeAdminApi>,
  )
  const box = (name: string) => screen.getByRole<HTMLInputElement>('checkbox', { name: `${name} by E-mail` })
  await screen.findByRole('checkbox', { name: 'New order by E-mail' })
  await userEvent.click(box('New order'))
  await userEvent.click(box('New review'))
  expect([box('New order').checked, box('New review').checked]).toEqual([false, false])
  expect(saved).toHaveLength(1)
  first.resolve()
  await expect
    .poll(() => saved)
    .toEqual([
      [['flag', 'review', 'stock', 'health'], 3],
      [['flag', 'stock', 'health'], 4],
    ])
  await expect.poll(() => stored.notices.email.version).toBe(5)
  await userEvent.click(box('New order'))
  await screen.findByText('Somebody has saved this setting.')
  await expect.poll(() => box('New order').checked).toBe(false)
})

it('lists the other browsers, and removes one', async () => {
  const removed: string[] = []
  render(
    <FakeAdminApi
      answers={{
        'admin.push': {
          status: () => ({ publicKey: 'B', subscriptions: removed.length > 0 ? [] : [phone] }),
          unsubscribe: ({ id }) => {
            removed.push(id)
            return undefined as never
          },
        },
        'admin.settings': { list: () => settings },
      }}
    >
      <NoticesPage />
    </FakeAdminApi>,
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Remove Chrome on Android' }))
  expect(removed).toEqual([phone.id])
  await expect.poll(() => screen.queryByText('Chrome on Android')).toBeNull()
})

it('saves no hours over those that another tab has saved while they were typed', async () => {
  const stale = 'Somebody has saved this setting since you opened it.'
  const saved: number[] = []
  let stored = settings
  const saveElsewhere = (from: string) => {
    const { quietHours } = stored.notices
    const changed = { ...quietHours, value: { ...quietHours.value, from }, version: quietHours.version + 1 }
    stored = { ...stored, notices: { ...stored.notices, quietHours: changed } }
  }
  function ReadAgain() {
    const utils = trpc.useUtils()
    return (
      <button type="button" onClick={() => void utils.admin.settings.invalidate()}>
        Settings changed
      </button>
    )
  }
  render(
    <FakeAdminApi
      answers={{
        'admin.push': { status: () => ({ publicKey: 'B', subscriptions: [] }) },
        'admin.settings': {
          list: () => stored,
          save: ({ version }) => {
            saved.push(version)
            if (version !== stored.notices.quietHours.version) throw refusal(409, stale, {}, 'STALE')
            return stored.notices.quietHours as never
          },
        },
      }}
    >
      <NoticesPage />
      <ReadAgain />
      <Toaster />
    </FakeAdminApi>,
  )
  const until = await screen.findByLabelText<HTMLInputElement>('Until')
  fireEvent.change(until, { target: { value: '05:30' } })
  saveElsewhere('20:15')
  await userEvent.click(screen.getByRole('button', { name: 'Settings changed' }))
  await userEvent.click(screen.getByRole('button', { name: 'Save quiet hours' }))
  expect(await screen.findByText(stale)).toBeDefined()
  expect(saved).toEqual([3])
  await expect.poll(() => screen.getByLabelText<HTMLInputElement>('From').value).toBe('20:15')
})

it('saves quiet hours that are typed on after a save whose answer was lost', async () => {
  let stored = settings
  const save = vi.fn(({ value, version }: { value: unknown; version: number }) => {
    const { quietHours } = stored.notices
    if (JSON.stringify(value) !== JSON.stringify(quietHours.value)) {
      if (version !== quietHours.version) throw refusal(409, 'Somebody has saved.', {}, 'STALE')
      const changed = { ...quietHours, value: value as typeof quietHours.value, version: version + 1 }
      stored = { ...stored, notices: { ...stored.notices, quietHours: changed } }
    }
    if (save.mock.calls.length === 1) throw new Error('Failed to fetch')
    return stored.notices.quietHours as never
  })
  render(
    <FakeAdminApi
      answers={{
        'admin.push': { status: () => ({ publicKey: 'B', subscriptions: [] }) },
        'admin.settings': { list: () => stored, save },
      }}
    >
      <NoticesPage />
      <Toaster />
    </FakeAdminApi>,
  )
  fireEvent.change(await screen.findByLabelText('Until'), { target: { value: '05:30' } })
  const press = () => userEvent.click(screen.getByRole('button', { name: 'Save quiet hours' }))
  await press()
  await expect.poll(() => save.mock.calls.length).toBe(1)
  await expect.poll(() => screen.getByRole('button', { name: 'Save quiet hours' }).ariaDisabled).not.toBe('true')
  fireEvent.change(screen.getByLabelText('From'), { target: { value: '20:15' } })
  await press()
  await expect.poll(() => stored.notices.quietHours.value).toMatchObject({ from: '20:15', until: '05:30' })
  expect(screen.queryByText('Somebody has saved.')).toBeNull()
})

it('keeps what is typed while quiet hours are saved, and saves it over them', async () => {
  let stored = settings
  const first = Promise.withResolvers<void>()
  const save = vi.fn(async ({ value, version }: { value: unknown; version: number }) => {
    if (save.mock.calls.length === 1) await first.promise
    const { quietHours } = stored.notices
    if (version !== quietHours.version) throw refusal(409, 'Somebody has saved.', {}, 'STALE')
    const changed = { ...quietHours, value: value as typeof quietHours.value, version: version + 1 }
    stored = { ...stored, notices: { ...stored.notices, quietHours: changed } }
    return changed as never
  })
  render(
    <FakeAdminApi
      answers={{
        'admin.push': { status: () => ({ publicKey: 'B', subscriptions: [] }) },
        'admin.settings': { list: () => stored, save },
      }}
    >
      <NoticesPage />
      <Toaster />
    </FakeAdminApi>,
  )
  const boxes = () => [screen.getByLabelText<HTMLInputElement>('From').value, stored.notices.quietHours.value.from]
  fireEvent.change(await screen.findByLabelText('Until'), { target: { value: '05:30' } })
  await userEvent.click(screen.getByRole('button', { name: 'Save quiet hours' }))
  fireEvent.change(screen.getByLabelText('From'), { target: { value: '20:15' } })
  await act(async () => first.resolve())
  await screen.findByText('Saved')
  expect(boxes()).toEqual(['20:15', settings.notices.quietHours.value.from])
  await userEvent.click(screen.getByRole('button', { name: 'Save quiet hours' }))
  await expect.poll(boxes).toEqual(['20:15', '20:15'])
  expect(stored.notices.quietHours.value).toMatchObject({ until: '05:30' })
  expect(screen.queryByText('Somebody has saved.')).toBeNull()
})

it('says which browser is called no more', async () => {
  const ended = { ...phone, endedAt: '2026-11-23T09:00:00.000Z' }
  const answers = {
    'admin.push': { status: () => ({ publicKey: 'B', subscriptions: [ended] }) },
    'admin.settings': { list: () => settings },
  }
  render(
    <FakeAdminApi answers={answers}>
      <NoticesPage />
    </FakeAdminApi>,
  )
  expect(await screen.findByText(/Called no more.*Ended/)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Remove Chrome on Android' })).toBeTruthy()
})

describe('in a browser that can be called', () => {
  afterEach(() => {
    vi.unstubAllGlobals()
    localStorage.clear()
  })

  it('shows its own subscription that has ended as its own, and has it replaced', async () => {
    localStorage.setItem('push-subscription', phone.id)
    const subscription = {
      endpoint: 'https://push.test/anew',
      toJSON: () => ({ endpoint: 'https://push.test/anew', keys: { p256dh: 'p', auth: 'a' } }),
    }
    const pushManager = { getSubscription: async () => null, subscribe: async () => subscription }
    const worker = { active: {}, update: async () => undefined, pushManager }
    const serviceWorker = { getRegistration: async () => worker, register: async () => worker }
    vi.stubGlobal('navigator', { serviceWorker, userAgent: 'Chrome on Android', onLine: true })
    vi.stubGlobal('PushManager', class {})
    vi.stubGlobal('Notification', { permission: 'default', requestPermission: async () => 'granted' })
    const ended = { ...phone, endedAt: '2026-11-23T09:00:00.000Z' }
    const ofAnother = { ...ended, id: '22222222-2222-4222-8222-222222222222', endpoint: 'https://push.test/another' }
    const anew = { ...phone, id: '33333333-3333-4333-8333-333333333333', endpoint: subscription.endpoint }
    const asked: unknown[] = []
    render(
      <FakeAdminApi
        answers={{
          'admin.push': {
            status: () => ({
              publicKey: 'B',
              subscriptions: asked.length > 0 ? [anew, ofAnother] : [ended, ofAnother],
            }),
            subscribe: (input) => {
              asked.push(input)
              return { id: anew.id }
            },
          },
          'admin.settings': { list: () => settings },
        }}
      >
        <NoticesPage />
      </FakeAdminApi>,
    )
    await screen.findByText(/^This browser is called no more/)
    expect(screen.getAllByRole('button', { name: 'Remove Chrome on Android' })).toHaveLength(1)
    await userEvent.click(screen.getByRole('button', { name: 'Notify me on this browser' }))
    await screen.findByText('This browser is called.')
    expect(asked).toMatchObject([{ endpoint: anew.endpoint, replaces: ended.id }])
    expect(localStorage.getItem('push-subscription')).toBe(anew.id)
    expect(screen.getAllByRole('button', { name: 'Remove Chrome on Android' })).toHaveLength(1)
  })

  /** A browser that is called, whose person allows notices as `permission` says. */
  function stubBrowser(permission: string, unsubscribe = async () => true) {
    const notification = { permission }
    const subscription = { endpoint: phone.endpoint, unsubscribe }
    const worker = { active: {}, pushManager: { getSubscription: async () => subscription } }
    const serviceWorker = { getRegistration: async () => worker }
    vi.stubGlobal('navigator', { serviceWorker, userAgent: 'Chrome on Android', onLine: true })
    vi.stubGlobal('PushManager', class {})
    vi.stubGlobal('Notification', notification)
    return notification
  }

  it('says that it could not be stopped, where the shop does not', async () => {
    stubBrowser('granted')
    const unsubscribe = () => {
      throw new Error('Failed to fetch')
    }
    render(
      <FakeAdminApi
        answers={{
          'admin.push': { status: () => ({ publicKey: 'B', subscriptions: [phone] }), unsubscribe },
          'admin.settings': { list: () => settings },
        }}
      >
        <NoticesPage />
        <Toaster />
      </FakeAdminApi>,
    )
    await userEvent.click(await screen.findByRole('button', { name: 'Stop' }))
    expect(await screen.findByText('The browser could not be stopped')).toBeDefined()
    expect(screen.queryByText('The browser could not be subscribed')).toBeNull()
  })

  it('is called no more once the shop has stopped, where the browser itself cannot end its subscription', async () => {
    stubBrowser('granted', () => Promise.reject(new DOMException('push service error', 'AbortError')))
    let subscriptions = [phone]
    const unsubscribe = () => {
      subscriptions = []
      return undefined as never
    }
    render(
      <FakeAdminApi
        answers={{
          'admin.push': { status: () => ({ publicKey: 'B', subscriptions }), unsubscribe },
          'admin.settings': { list: () => settings },
        }}
      >
        <NoticesPage />
        <Toaster />
      </FakeAdminApi>,
    )
    await userEvent.click(await screen.findByRole('button', { name: 'Stop' }))
    expect(await screen.findByRole('button', { name: 'Notify me on this browser' })).toBeDefined()
    expect(await screen.findByText('This browser is called no more')).toBeDefined()
  })

  it('offers itself once notices are allowed in the settings of the browser and the person comes back', async () => {
    const notification = stubBrowser('denied')
    render(
      <FakeAdminApi
        answers={{
          'admin.push': { status: () => ({ publicKey: 'B', subscriptions: [] }) },
          'admin.settings': { list: () => settings },
        }}
      >
        <NoticesPage />
      </FakeAdminApi>,
    )
    await screen.findByText(/^This browser does not allow notices/)
    notification.permission = 'default'
    fireEvent.focus(window)
    expect(await screen.findByRole('button', { name: 'Notify me on this browser' })).toBeDefined()
  })
})

it('keeps the quiet hours that are typed where the page is read again and no answer comes', async () => {
  let isDown = false
  let readAgain = async () => {}
  const Reader = () => {
    const { admin } = trpc.useUtils()
    readAgain = () => admin.push.invalidate()
    return null
  }
  const status = () => {
    if (isDown) throw refusal(503, 'The shop is busy.')
    return { publicKey: 'B', subscriptions: [] }
  }
  render(
    <FakeAdminApi answers={{ 'admin.push': { status }, 'admin.settings': { list: () => settings } }}>
      <NoticesPage />
      <Reader />
    </FakeAdminApi>,
  )
  const from = await screen.findByLabelText<HTMLInputElement>('From')
  fireEvent.change(from, { target: { value: '23:15' } })
  isDown = true
  await act(readAgain)
  const retry = await screen.findByRole('button', { name: 'Retry' })
  expect(screen.queryByRole('button', { name: 'Save quiet hours' })).toBeNull()
  isDown = false
  await userEvent.click(retry)
  await screen.findByRole('button', { name: 'Save quiet hours' })
  expect(screen.getByLabelText<HTMLInputElement>('From').value).toBe('23:15')
})

it('asks before quiet hours are left that were switched on and not saved', async () => {
  const history = createMemoryHistory({ initialEntries: ['/notices'] })
  const { promise, resolve } = Promise.withResolvers<void>()
  let stored = settings
  render(
    <FakeAdminApi
      history={history}
      answers={{
        'admin.push': { status: () => ({ publicKey: 'B', subscriptions: [] }) },
        'admin.settings': {
          list: () => stored,
          save: async ({ value, version }) => {
            await promise
            const quietHours = { ...stored.notices.quietHours, value: value as never, version: version + 1 }
            stored = { ...stored, notices: { ...stored.notices, quietHours } }
            return quietHours as never
          },
        },
      }}
    >
      <NoticesPage />
      <Link to="/orders">Orders</Link>
    </FakeAdminApi>,
  )
  const leave = () => userEvent.click(screen.getByRole('link', { name: 'Orders' }))
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Be quiet for some hours' }))
  await leave()
  await userEvent.click(await screen.findByRole('button', { name: 'Keep editing' }))
  expect(history.location.pathname).toBe('/notices')
  await userEvent.click(screen.getByRole('button', { name: 'Save quiet hours' }))
  await leave()
  await waitFor(() => expect(history.location.pathname).toBe('/orders'))
  resolve()
  await expect.poll(() => stored.notices.quietHours.value.isOn).toBe(true)
})
