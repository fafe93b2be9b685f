import { setShopClock } from '@marashi/api-client/shop-clock'
import type { SetAsideEvents, WebhookEventState } from '@marashi/domain/contracts/admin-webhook-events'
import { act, cleanup, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { FakeAdminApi } from '../../testing/fake-admin-api.tsx'
import { DashboardPage } from './dashboard-page.tsx'

beforeEach(
  () =>
    void vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'], now: new Date('2026-11-21T06:05:00Z') }),
)
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const nothing = {
  attention: [],
  attentionTotal: 0,
  webhookEventsSetAside: 0,
  unmatchedPayments: 0,
  waitingReceipts: 0,
  pendingReviews: 0,
  ordersToDeliver: 0,
  oldestToPack: null,
  takings: {
    day: '2026-11-21',
    revenue: 0,
    revenueCents: 0,
    orders: 0,
    weekBefore: 0,
    weekBeforeCents: 0,
    byMethod: [],
  },
  top: { day: [], week: [], month: [], deleted: { day: [], week: [], month: [] } },
  sales: [],
  updatedAt: '2026-11-21T06:05:00.000Z',
}
const stats = () => ({
  totalProducts: 48,
  totalOrders: 3,
  totalRevenue: 14_100,
  totalRevenueCents: 1_410_000,
  recentOrdersCount: 2,
})

it('says what is to be packed, with the way to just these orders, and what is not paid apart', async () => {
  render(
    <FakeAdminApi
      answers={{ 'admin.dashboard': { stats, overview: () => ({ ...nothing, ordersToPack: 2, unpaidOrders: 1 }) } }}
    >
      <DashboardPage />
    </FakeAdminApi>,
  )
  const toPack = await screen.findByRole('link', { name: /^2 orders to pack/ })
  expect(toPack.getAttribute('href')).toBe('/orders?status=to-pack')
  expect(screen.getByRole('link', { name: '1 order is not paid yet' }).getAttribute('href')).toBe(
    '/orders?status=unpaid',
  )
  expect(screen.queryByText(/Enjoy your coffee/)).toBeNull()
})

const subscription = (endedAt: string | null) => ({
  id: 's1',
  endpoint: 'https://push.test/phone',
  browser: 'Chrome on Android',
  createdAt: '2026-11-20T06:05:00.000Z',
  endedAt,
})

it('says what a new shop needs and what of it is done, until its first order', async () => {
  const quiet = { ...nothing, ordersToPack: 0, unpaidOrders: 0 }
  const settings = (lastChange: unknown) =>
    ({
      shop: { name: { lastChange: null, lockedBy: null } },
      delivery: { places: { lastChange, lockedBy: null } },
    }) as never
  render(
    <FakeAdminApi
      answers={{
        'admin.dashboard': { stats: () => ({ ...stats(), totalProducts: 0, totalOrders: 0 }), overview: () => quiet },
        'admin.settings': { list: () => settings({ at: '2026-11-21T06:05:00.000Z' }) },
        'admin.push': {
          status: () => ({
            publicKey: 'x',
            subscriptions: [subscription('2026-11-21T06:05:00.000Z'), subscription(null)],
          }),
        },
      }}
    >
      <DashboardPage />
    </FakeAdminApi>,
  )
  const shopName = await screen.findByRole('link', { name: /^Name your shop/ })
  expect(shopName.textContent).not.toMatch(/done/)
  expect(shopName.getAttribute('href')).toBe('/settings#shop')
  const places = screen.getByRole('link', { name: /^Say where you deliver, done/ })
  expect(places.getAttribute('href')).toBe('/settings#delivery')
  expect(screen.getByRole('link', { name: /^Add your perfumes/ }).getAttribute('href')).toBe('/products')
  expect((await screen.findByRole('link', { name: /^Hear of new orders, done/ })).getAttribute('href')).toBe('/notices')
  cleanup()
  render(
    <FakeAdminApi answers={{ 'admin.dashboard': { stats, overview: () => quiet } }}>
      <DashboardPage />
    </FakeAdminApi>,
  )
  await screen.findByText(/Enjoy your coffee/)
  expect(screen.queryByText('First steps')).toBeNull()
})

it('leads to receipts that customers typed', async () => {
  const waiting = { ...nothing, ordersToPack: 0, unpaidOrders: 0, waitingReceipts: 1 }
  render(
    <FakeAdminApi answers={{ 'admin.dashboard': { stats, overview: () => waiting } }}>
      <DashboardPage />
    </FakeAdminApi>,
  )
  const line = await screen.findByRole('link', { name: /^1 customer typed a receipt/ })
  expect(line.getAttribute('href')).toBe('/cash-up')
})

it('leads to money that arrived without an order', async () => {
  const waiting = { ...nothing, ordersToPack: 0, unpaidOrders: 0, unmatchedPayments: 2 }
  render(
    <FakeAdminApi answers={{ 'admin.dashboard': { stats, overview: () => waiting } }}>
      <DashboardPage />
    </FakeAdminApi>,
  )
  const line = await screen.findByRole('link', { name: /^2 payments arrived without an order/ })
  expect(line.getAttribute('href')).toBe('/cash-up')
  expect(screen.queryByText(/Enjoy your coffee/)).toBeNull()
})

it('shows nothing to do where orders only wait for their payment', async () => {
  render(
    <FakeAdminApi
      answers={{ 'admin.dashboard': { stats, overview: () => ({ ...nothing, ordersToPack: 0, unpaidOrders: 3 }) } }}
    >
      <DashboardPage />
    </FakeAdminApi>,
  )
  expect(await screen.findByText(/Enjoy your coffee/)).toBeDefined()
  expect(screen.getByRole('link', { name: '3 orders are not paid yet' })).toBeDefined()
})

it('lists the payment messages that could not be processed, and tries one again', async () => {
  const events: SetAsideEvents['events'] = [
    { id: 'e1', paymentMethod: 'mpesa', receivedAt: '2026-11-18T06:05:00.000Z', attempts: 20, orderNumber: null },
    { id: 'e2', paymentMethod: 'stripe', receivedAt: '2026-11-18T06:00:00.000Z', attempts: 20, orderNumber: 'MA-7' },
  ]
  const retry = vi.fn((): WebhookEventState => {
    events.shift()
    return { state: 'processed' }
  })
  const overview = () => ({ ...nothing, ordersToPack: 0, unpaidOrders: 0, webhookEventsSetAside: events.length })
  render(
    <FakeAdminApi
      answers={{
        'admin.dashboard': { stats, overview },
        'admin.webhookEvents': { setAside: () => ({ events: [...events], dismissed: [] }), retry },
      }}
    >
      <DashboardPage />
    </FakeAdminApi>,
  )
  await userEvent.click(await screen.findByText('2 payment messages could not be processed'))
  expect(screen.queryByText(/Enjoy your coffee/)).toBeNull()
  expect(await screen.findByRole('button', { name: 'Try again: Stripe, MA-7' })).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'Try again: M-Pesa, order not known' }))
  expect(await screen.findByText('1 payment message could not be processed')).toBeDefined()
  expect(retry).toHaveBeenCalledWith({ id: 'e1' })
})

it('dismisses a payment message with a reason, and shows what was dismissed before', async () => {
  const events: SetAsideEvents['events'] = [
    { id: 'e2', paymentMethod: 'stripe', receivedAt: '2026-11-18T06:00:00.000Z', attempts: 20, orderNumber: 'MA-7' },
  ]
  const { attempts: _, ...first } = { ...events[0], id: 'e1', orderNumber: null } as SetAsideEvents['events'][number]
  const dismissed = [{ ...first, dismissedAt: '2026-11-19T06:00:00.000Z', reason: 'A test of the gateway' }]
  const dismiss = vi.fn((): WebhookEventState => {
    events.shift()
    return { state: 'dismissed' }
  })
  const overview = () => ({ ...nothing, ordersToPack: 0, unpaidOrders: 0, webhookEventsSetAside: events.length })
  render(
    <FakeAdminApi
      answers={{
        'admin.dashboard': { stats, overview },
        'admin.webhookEvents': { setAside: () => ({ events: [...events], dismissed }), dismiss },
      }}
    >
      <DashboardPage />
    </FakeAdminApi>,
  )
  await userEvent.click(await screen.findByText('1 payment message could not be processed'))
  await userEvent.click(await screen.findByText('1 dismissed message'))
  expect(screen.getByText(/A test of the gateway/)).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'Dismiss: Stripe, MA-7' }))
  const dialog = within(screen.getByRole('dialog', { name: 'Dismiss this message?' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Dismiss' }))
  expect(await dialog.findByText('Please give a reason')).toBeDefined()
  expect(dismiss).not.toHaveBeenCalled()
  await userEvent.type(dialog.getByLabelText('Reason'), 'Booked by hand')
  await userEvent.click(dialog.getByRole('button', { name: 'Dismiss' }))
  expect(await screen.findByText(/Enjoy your coffee/)).toBeDefined()
  expect(dismiss).toHaveBeenCalledWith({ id: 'e2', reason: 'Booked by hand' })
})

it('says in both panels that their figures could not be loaded', async () => {
  render(
    <FakeAdminApi
      answers={{
        'admin.dashboard': {
          stats,
          overview: () => {
            throw new TypeError('Failed to fetch')
          },
        },
      }}
    >
      <DashboardPage />
    </FakeAdminApi>,
  )
  expect(await screen.findByText('What needs attention could not be loaded.')).toBeDefined()
  expect(screen.getByText('The sales could not be loaded.')).toBeDefined()
  expect(screen.getAllByRole('button', { name: 'Retry' })).toHaveLength(2)
})

it('tells the owner that its revenue leaves out deleted, cancelled and refunded orders', async () => {
  render(
    <FakeAdminApi
      answers={{ 'admin.dashboard': { stats, overview: () => ({ ...nothing, ordersToPack: 0, unpaidOrders: 0 }) } }}
    >
      <DashboardPage />
    </FakeAdminApi>,
  )
  expect(await screen.findByText(/less refunds; no deleted or cancelled ones/)).toBeDefined()
})

it('shows what today has brought beside last week, and what sold best in the chosen time', async () => {
  const line = (name: string, pieces: number) => ({
    id: name,
    name,
    image: '/media/a/1080.jpg',
    amount: 4_500,
    amountCents: 450_000,
    pieces,
  })
  const overview = () => ({
    ...nothing,
    ordersToPack: 1,
    unpaidOrders: 0,
    ordersToDeliver: 3,
    takings: {
      day: '2026-11-21',
      revenue: 68_450,
      revenueCents: 6_845_000,
      orders: 9,
      weekBefore: 61_900,
      weekBeforeCents: 6_190_000,
      byMethod: [{ method: 'mpesa' as const, revenue: 68_450, revenueCents: 6_845_000 }],
    },
    sales: Array.from({ length: 30 }, (_, index) => ({
      day: new Date(Date.UTC(2026, 9, 23 + index)).toISOString().slice(0, 10),
      orders: 1,
      revenue: index === 29 ? 68_450 : 20_000,
      revenueCents: index === 29 ? 6_845_000 : 2_000_000,
    })),
    top: {
      day: [],
      week: [line('Oud Zahra', 9)],
      month: [line('Musk Amani', 40)],
      deleted: { day: [], week: [], month: [{ name: 'Amber', amount: 9_000, amountCents: 900_000, pieces: 2 }] },
    },
  })
  render(
    <FakeAdminApi answers={{ 'admin.dashboard': { stats, overview } }}>
      <DashboardPage />
    </FakeAdminApi>,
  )
  const takings = within(await screen.findByRole('region', { name: 'Takings today' }))
  expect(takings.getByText('Ksh 68,450')).toBeDefined()
  expect(takings.getByText('Ksh 6,550 more')).toBeDefined()
  expect(takings.getByText(/than last Saturday at this hour/)).toBeDefined()
  expect(takings.getByText('M-Pesa Ksh 68,450')).toBeDefined()
  expect(screen.getByRole('link', { name: /^3 orders to deliver/ }).getAttribute('href')).toBe('/orders?status=shipped')
  const week = within(screen.getByRole('region', { name: 'This week' }))
  expect(week.getByText('80k')).toBeDefined()
  expect(week.getByText('Ksh 188,450, the week before Ksh 140,000')).toBeDefined()
  const top = within(screen.getByRole('region', { name: 'Top perfumes' }))
  expect(top.getByText('9 sold')).toBeDefined()
  await userEvent.click(top.getByRole('radio', { name: '30 days' }))
  expect(top.getByText('40 sold')).toBeDefined()
  expect(top.getAllByRole('listitem')[0]?.textContent).toMatch(/^Amber \(deleted\)/)
  expect(top.queryByRole('link', { name: /Amber/ })).toBeNull()
  await userEvent.click(top.getByRole('radio', { name: 'Today' }))
  expect(top.getByText('Nothing has sold in this time.')).toBeDefined()
})

it.each([
  ['at midnight', () => void vi.advanceTimersByTime(60_000)],
  ['once its tab is seen again', () => void document.dispatchEvent(new Event('visibilitychange'))],
])('calls yesterday no longer today %s, and reads the new day until the shop has begun it', async (_, turn) => {
  let day = '2026-11-21'
  const revenueOf = (of: string) => (of === '2026-11-21' ? 68_450 : 1_200)
  const overview = () => ({
    ...nothing,
    ordersToPack: 0,
    unpaidOrders: 0,
    takings: { ...nothing.takings, day, revenue: revenueOf(day) },
    sales: Array.from({ length: 30 }, (_day, index) => {
      const at = new Date(new Date(day).getTime() - (29 - index) * 86_400_000).toISOString().slice(0, 10)
      return { day: at, orders: 1, revenue: revenueOf(at), revenueCents: revenueOf(at) * 100 }
    }),
  })
  render(
    <FakeAdminApi answers={{ 'admin.dashboard': { stats, overview } }}>
      <DashboardPage />
    </FakeAdminApi>,
  )
  expect(await screen.findByRole('region', { name: 'Takings today' })).toBeDefined()
  const lastBar = () => within(screen.getByRole('region', { name: 'This week' })).queryByText('Today')
  expect(lastBar()).not.toBeNull()
  vi.setSystemTime(new Date('2026-11-21T21:00:01Z'))
  act(turn)
  expect(await screen.findByRole('region', { name: 'Takings of Saturday' })).toBeDefined()
  expect(screen.queryByText(/at this hour/)).toBeNull()
  expect(lastBar()).toBeNull()
  // The clock of this device was ahead of the shop's.
  day = '2026-11-22'
  act(() => void vi.advanceTimersByTime(30_000))
  const takings = within(await screen.findByRole('region', { name: 'Takings today' }))
  expect(takings.getByText('Ksh 1,200')).toBeDefined()
  expect(screen.getByText(/than last Sunday at this hour/)).toBeDefined()
})

it('asks for no other day where this device’s date is a day ahead of the shop’s, and calls the shop’s day today', async () => {
  vi.setSystemTime(new Date('2026-11-22T06:05:00Z'))
  const overview = vi.fn(() => {
    setShopClock(new Response(null, { headers: { date: 'Sat, 21 Nov 2026 06:05:00 GMT' } }))
    return { ...nothing, ordersToPack: 0, unpaidOrders: 0 }
  })
  render(
    <FakeAdminApi answers={{ 'admin.dashboard': { stats, overview } }}>
      <DashboardPage />
    </FakeAdminApi>,
  )
  expect(await screen.findByRole('region', { name: 'Takings today' })).toBeDefined()
  const asked = overview.mock.calls.length
  act(() => void vi.advanceTimersByTime(10 * 60_000))
  expect(overview.mock.calls.length).toBe(asked)
  vi.setSystemTime(new Date('2026-11-21T06:05:00Z'))
  setShopClock(new Response(null, { headers: { date: 'Sat, 21 Nov 2026 06:05:00 GMT' } }))
})

it('lists what is running low, fewest first', async () => {
  const product = (name: string, stockCount: number) => ({
    productId: name,
    name,
    image: '/media/a/1080.jpg',
    stockCount,
    soldOut: false,
    lowAt: null,
  })
  const low = () => ({
    products: [product('Miski Safi', 0), product('Bahari Buluu', 3)],
    total: 7,
    shortOrders: [],
    shortOrdersTotal: 0,
  })
  const overview = () => ({ ...nothing, ordersToPack: 0, unpaidOrders: 0 })
  render(
    <FakeAdminApi answers={{ 'admin.dashboard': { stats, overview }, 'admin.stock': { low } }}>
      <DashboardPage />
    </FakeAdminApi>,
  )
  const shown = within(await screen.findByRole('region', { name: 'Running low' }))
  expect(shown.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Miski SafiSold out',
    'Bahari Buluu3 left',
  ])
  expect(shown.getByRole('link', { name: 'See all 7' }).getAttribute('href')).toBe('/stock')
})

it('says that what is running low could not be loaded, and asks again', async () => {
  let isBroken = true
  const low = () => {
    if (isBroken) throw new Error('no connection')
    return { products: [], total: 3, shortOrders: [], shortOrdersTotal: 0 }
  }
  const overview = () => ({ ...nothing, ordersToPack: 0, unpaidOrders: 0 })
  render(
    <FakeAdminApi answers={{ 'admin.dashboard': { stats, overview }, 'admin.stock': { low } }}>
      <DashboardPage />
    </FakeAdminApi>,
  )
  const shown = within(await screen.findByRole('region', { name: 'Running low' }))
  expect(shown.getByRole('alert').textContent).toContain('What is running low could not be loaded.')
  isBroken = false
  await userEvent.click(shown.getByRole('button', { name: 'Retry' }))
  await screen.findByRole('link', { name: 'See all 3' })
  expect(screen.queryByText('What is running low could not be loaded.')).toBeNull()
})
