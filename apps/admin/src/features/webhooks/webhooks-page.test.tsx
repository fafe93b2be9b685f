import type {
  CreatedWebhook,
  DeliveryList,
  WebhookDelivery,
  WebhookEndpoint,
  WebhookSecrets,
} from '@marashi/domain/contracts/admin-webhooks'
import { dismissErrors, Toaster } from '@marashi/ui/toast'
import { cleanup, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it } from 'vitest'
import { FakeAdminApi, refusal } from '../../testing/fake-admin-api.tsx'
import { WebhooksPage } from './webhooks-page.tsx'

afterEach(() => {
  cleanup()
  dismissErrors()
})

const webhook: WebhookEndpoint = {
  id: '5b0e6f0e-0000-4000-8000-000000000001',
  url: 'https://courier.example/hook',
  types: ['order.paid', 'order.cancelled'],
  createdAt: '2026-11-01T08:00:00.000Z',
  updatedAt: '2026-11-01T08:00:00.000Z',
  pausedAt: null,
  pausedBy: null,
  failingSince: null,
  lastProblem: null,
  lastDeliveredAt: '2026-11-01T09:00:00.000Z',
  waiting: 0,
  failed: 0,
}
const delivery: WebhookDelivery = {
  id: '5b0e6f0e-0000-4000-8000-000000000002',
  messageId: 'evt_1_abc',
  type: 'order.paid',
  state: 'failed',
  body: '{"type":"order.paid"}',
  attempts: 19,
  createdAt: '2026-11-01T08:00:00.000Z',
  lastAttemptAt: '2026-11-04T08:00:00.000Z',
  nextAttemptAt: null,
  status: 500,
  answer: 'no such order',
  problem: 'answered 500',
  durationMs: 12,
}
const secrets = { secrets: [{ secret: 'whsec_new', createdAt: '2026-11-01T08:00:00.000Z', endsAt: null }] }

interface Answers {
  list?: WebhookEndpoint[]
  create?: (input: unknown) => CreatedWebhook
  save?: (input: unknown) => WebhookEndpoint
  test?: () => WebhookDelivery
  sendAgain?: (input: unknown) => WebhookDelivery
  deliveries?: (input: { state?: string | undefined; cursor?: string | undefined }) => DeliveryList
}

function open({ list = [webhook], ...more }: Answers = {}) {
  render(
    <FakeAdminApi
      at="/webhooks"
      answers={{
        'admin.webhooks': {
          list: () => list,
          secrets: () => secrets,
          deliveries: () => ({ deliveries: [delivery], total: 1, nextCursor: null }),
          ...more,
        },
      }}
    >
      <WebhooksPage />
      <Toaster />
    </FakeAdminApi>,
  )
}

it('says how each address does, and what waits for it', async () => {
  const since = '2026-11-02T08:00:00.000Z'
  open({
    list: [
      webhook,
      { ...webhook, id: '2', failingSince: since, lastProblem: 'nobody listens there', waiting: 7 },
      { ...webhook, id: '3', pausedAt: since, pausedBy: 'shop', failed: 2 },
      { ...webhook, id: '4', pausedAt: since, pausedBy: 'owner' },
    ],
  })
  const cards = (await screen.findAllByRole('article')).map((card) => within(card))
  expect(
    cards.map((card, nth) => card.getByText(['Works', 'Failing', /took nothing/, 'Paused'][nth] ?? '')),
  ).toHaveLength(4)
  expect(cards[1]?.getByText('nobody listens there')).toBeDefined()
  expect(cards[1]?.getByText('7 wait')).toBeDefined()
  expect(cards[2]?.getByText('2 given up')).toBeDefined()
})

it('says of no address that it works before it has taken anything since it was saved', async () => {
  const untried = { ...webhook, url: 'http://x', lastDeliveredAt: null }
  const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 60 * 60_000).toISOString()
  open({ list: [29, 31].map((days) => ({ ...untried, id: `${days}`, updatedAt: daysAgo(days) })) })
  expect(await screen.findByText('Nothing delivered since it was saved')).toBeDefined()
  // Deliveries are kept no longer.
  expect(screen.getByText('Nothing delivered for 30 days')).toBeDefined()
  expect(screen.queryByText('Works')).toBeNull()
})

it('adds an address for the chosen events, and shows its secret', async () => {
  const asked: unknown[] = []
  open({
    list: [],
    create: (input) => {
      asked.push(input)
      return { ...webhook, secret: 'whsec_new' }
    },
  })
  expect(await screen.findByText('No addresses yet')).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'Add an address' }))
  await userEvent.type(await screen.findByLabelText('Address'), 'https://courier.example/hook')
  await userEvent.click(screen.getByLabelText('Order placed'))
  await userEvent.click(screen.getByLabelText('Stock runs low'))
  await userEvent.click(screen.getByRole('button', { name: 'Add address' }))
  expect(await screen.findByText('whsec_new')).toBeDefined()
  expect(asked).toEqual([{ url: 'https://courier.example/hook', types: ['order.paid', 'stock.low'] }])
})

it('says what is wrong with an address, and keeps what was typed', async () => {
  open({
    create: () => {
      throw refusal(400, 'Nothing is sent into private networks.', { url: 'Nothing is sent into private networks' })
    },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Add an address' }))
  await userEvent.type(await screen.findByLabelText('Address'), 'http://10.0.0.1/')
  await userEvent.click(screen.getByRole('button', { name: 'Add address' }))
  expect((await screen.findAllByText(/Nothing is sent into private networks/)).length).toBeGreaterThan(0)
  expect(screen.getByLabelText<HTMLInputElement>('Address').value).toBe('http://10.0.0.1/')
})

it('tells how a test was answered', async () => {
  open({ test: () => ({ ...delivery, problem: 'nobody listens there' }) })
  await userEvent.click(await screen.findByRole('button', { name: /^Send a test/ }))
  expect(await screen.findByText('The test was not taken: nobody listens there')).toBeDefined()
})

it('lets a paused address go on with what it has', async () => {
  const asked: unknown[] = []
  open({
    list: [{ ...webhook, pausedAt: webhook.createdAt, pausedBy: 'shop' }],
    save: (input) => {
      asked.push(input)
      return webhook
    },
  })
  await userEvent.click(await screen.findByRole('button', { name: /^Let it go on/ }))
  expect(await screen.findByText(/What waited is sent now/)).toBeDefined()
  const { id, url, types, updatedAt } = webhook
  expect(asked).toEqual([{ id, url, types, isPaused: false, updatedAt }])
})

it('shows each delivery with its answer, and sends it again', async () => {
  const asked: unknown[] = []
  open({
    sendAgain: (input) => {
      asked.push(input)
      return { ...delivery, state: 'waiting' }
    },
  })
  await userEvent.click(await screen.findByRole('button', { name: /^Deliveries/ }))
  const drawer = within(await screen.findByRole('dialog'))
  expect(await drawer.findByText('answered 500')).toBeDefined()
  expect(drawer.getByText(/19 attempts · 500/)).toBeDefined()
  await userEvent.click(drawer.getByText('What was sent and answered'))
  expect(drawer.getByText('no such order')).toBeDefined()
  await userEvent.click(drawer.getByRole('button', { name: /^Send again: Order paid/ }))
  expect(await screen.findByText('It is sent again within some seconds')).toBeDefined()
  expect(asked).toEqual([{ id: delivery.id }])
})

it('goes on with deliveries as long as there are older ones, and says where only the chosen state has none', async () => {
  const older = { ...delivery, id: '11111111-1111-4111-8111-111111111111', problem: 'answered 404' }
  open({
    deliveries: ({ state, cursor }) => {
      if (state === 'waiting') return { deliveries: [], total: 0, nextCursor: null }
      return cursor === 'next'
        ? { deliveries: [older], total: 101, nextCursor: null }
        : { deliveries: [delivery], total: 101, nextCursor: 'next' }
    },
  })
  await userEvent.click(await screen.findByRole('button', { name: /^Deliveries/ }))
  const drawer = within(await screen.findByRole('dialog'))
  await userEvent.click(await drawer.findByRole('button', { name: 'Show more' }))
  expect(await drawer.findByText('answered 404')).toBeDefined()
  expect(drawer.getByText('answered 500')).toBeDefined()
  expect(drawer.queryByRole('button', { name: 'Show more' })).toBeNull()
  await userEvent.selectOptions(drawer.getByLabelText('State'), 'Waits')
  expect(await drawer.findByText('None is in the state “Waits”')).toBeDefined()
  expect(drawer.queryByText(/Send a test/)).toBeNull()
})

it('keeps what was typed in a form that is open where the list cannot be read any more', async () => {
  let isOver = false
  const answer = <Result,>(result: Result) => {
    if (isOver) throw refusal(401, 'Please log in.', {}, 'UNAUTHORIZED')
    return result
  }
  render(
    <FakeAdminApi
      at="/webhooks"
      answers={{ 'admin.webhooks': { list: () => answer([webhook]), save: () => answer(webhook) } }}
    >
      <WebhooksPage />
      <Toaster />
    </FakeAdminApi>,
  )
  await userEvent.click(await screen.findByRole('button', { name: /^Edit/ }))
  await userEvent.type(await screen.findByLabelText('Address'), '/orders')
  isOver = true
  await userEvent.click(screen.getByRole('button', { name: 'Save changes' }))
  expect(await screen.findByText('Authentication Required')).toBeDefined()
  expect(screen.getByLabelText<HTMLInputElement>('Address').value).toBe('https://courier.example/hook/orders')
})

it('does not go on showing the older secret as the one that stays where the answer to its replacement was lost', async () => {
  const older = { secret: 'whsec_new', createdAt: '2026-11-01T08:00:00.000Z' }
  let list: WebhookSecrets['secrets'] = [{ ...older, endsAt: null }]
  const rotateSecret = (): never => {
    const endsAt = '2026-11-23T08:00:00.000Z'
    list = [
      { secret: 'whsec_newer', createdAt: '2026-11-22T08:00:00.000Z', endsAt: null },
      { ...older, endsAt },
    ]
    throw new TypeError('Failed to fetch')
  }
  render(
    <FakeAdminApi
      at="/webhooks"
      answers={{ 'admin.webhooks': { list: () => [webhook], secrets: () => ({ secrets: list }), rotateSecret } }}
    >
      <WebhooksPage />
      <Toaster />
    </FakeAdminApi>,
  )
  await userEvent.click(await screen.findByRole('button', { name: /^Secret/ }))
  expect(await screen.findByText('whsec_new')).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'Replace the secret' }))
  expect(await screen.findByText('whsec_newer')).toBeDefined()
  expect(screen.getByText(/signs too until/)).toBeDefined()
})

it('says that the secret could not be loaded, and asks again', async () => {
  let isLost = true
  const answer = () => {
    if (isLost) throw new TypeError('Failed to fetch')
    return secrets
  }
  render(
    <FakeAdminApi at="/webhooks" answers={{ 'admin.webhooks': { list: () => [webhook], secrets: answer } }}>
      <WebhooksPage />
    </FakeAdminApi>,
  )
  await userEvent.click(await screen.findByRole('button', { name: /^Secret/ }))
  expect(await screen.findByText('The secret could not be loaded.')).toBeDefined()
  isLost = false
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await screen.findByText('whsec_new')).toBeDefined()
})

it('says that the deliveries could not be loaded', async () => {
  open({
    deliveries: () => {
      throw new TypeError('Failed to fetch')
    },
  })
  await userEvent.click(await screen.findByRole('button', { name: /^Deliveries/ }))
  expect(await screen.findByText('The deliveries could not be loaded.')).toBeDefined()
  expect(screen.getByRole('button', { name: 'Retry' })).toBeDefined()
})
