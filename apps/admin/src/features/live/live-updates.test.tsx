import { liveLink } from '@marashi/api-client/live-link'
import { createShopClient, trpc } from '@marashi/api-client/trpc'
import type { ShopEvent } from '@marashi/domain/contracts/events'
import { act, cleanup, render } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { LiveConnection, SilentChannel } from '../../testing/live-connection.ts'
import { LiveUpdates } from './live-updates.tsx'

const oud = '00000000-0000-4000-8000-000000000001'
const musk = '00000000-0000-4000-8000-000000000002'

let asked: string[] = []

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('EventSource', LiveConnection)
  vi.stubGlobal('BroadcastChannel', SilentChannel)
  vi.stubGlobal('fetch', async (address: string) => {
    asked.push(decodeURIComponent(address))
    return new Response(JSON.stringify({ result: { data: {} } }))
  })
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** What a page with products and their stock has on the screen. */
function Screen() {
  trpc.admin.stock.low.useQuery()
  trpc.admin.stock.product.useQuery({ id: oud })
  trpc.admin.stock.product.useQuery({ id: musk })
  trpc.catalogue.products.useQuery({ page: 1, limit: 24 })
  return <LiveUpdates />
}

const askedAfter = (event: Pick<ShopEvent, 'type' | 'subject'>) =>
  askedAfterMessage({
    kind: 'event',
    event: { id: 1, version: 1, occurredAt: '2026-11-26T06:05:00.000Z', data: {}, ...event },
  })

async function askedAfterMessage(message: object, screen = <Screen />): Promise<string[]> {
  const { client, queryClient } = createShopClient([liveLink()])
  render(
    <trpc.Provider client={client} queryClient={queryClient}>
      {screen}
    </trpc.Provider>,
  )
  const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
  await pass(10)
  asked = []
  const connection = LiveConnection.opened.at(-1)
  connection?.begin()
  connection?.send(message, 1)
  await pass(1_000)
  return asked.map((address) => address.replace(/^\/trpc\//, '')).toSorted()
}

it('reads the stock of a product again that somebody has ordered, and of no other', async () => {
  expect(await askedAfter({ type: 'stock.changed', subject: oud })).toEqual([
    'admin.stock.low',
    `admin.stock.product?input={"id":"${oud}"}`,
    'catalogue.products?input={"page":1,"limit":24}',
  ])
})

it('reads the list of products again when one was changed in another tab or by a program', async () => {
  expect(await askedAfter({ type: 'product.changed', subject: oud })).toContain(
    'catalogue.products?input={"page":1,"limit":24}',
  )
})

/** What pages that ask for money, or count it, have on the screen. */
function MoneyScreen() {
  trpc.admin.orders.list.useQuery({ limit: 20, offset: 0 })
  trpc.admin.receiptClaims.list.useQuery({})
  trpc.admin.transactions.list.useQuery({ state: 'unmatched' })
  trpc.admin.cashUp.day.useQuery({ day: '2026-11-26' })
  return <LiveUpdates />
}

it.each([
  ['a receipt was typed or decided', { kind: 'money' }],
  ['a payment came', { kind: 'event', event: { id: 1, type: 'order.paid', subject: oud, data: {} } }],
])('reads orders, typed receipts, money without an order and the day again when %s', async (_, message) => {
  const asked = await askedAfterMessage(message, <MoneyScreen />)
  expect(asked.map((address) => address.replace(/\?.*/, ''))).toEqual([
    'admin.cashUp.day',
    'admin.orders.list',
    'admin.receiptClaims.list',
    'admin.transactions.list',
  ])
})

it.each(['order.refunded', 'payment.flagged'] as const)(
  'reads the refunds of an open payment again with %s, as where one was made at its provider',
  async (type) => {
    function Refunds() {
      trpc.admin.refunds.list.useQuery({ id: oud })
      return <LiveUpdates />
    }
    const data = { orderNumber: 'MR100001', what: 'partly-refunded' }
    const event = { id: 1, type, subject: musk, data }
    expect(await askedAfterMessage({ kind: 'event', event }, <Refunds />)).toEqual([
      expect.stringMatching(/^admin\.refunds\.list/),
    ])
  },
)

it('reads the customers again, whose totals and newest orders change with every order', async () => {
  function Customers() {
    trpc.admin.customers.list.useInfiniteQuery({}, { getNextPageParam: () => undefined })
    return <LiveUpdates />
  }
  const event = { id: 1, type: 'order.placed', subject: oud, data: {} }
  expect(await askedAfterMessage({ kind: 'event', event }, <Customers />)).toEqual([
    expect.stringMatching(/^admin\.customers\.list/),
  ])
})
