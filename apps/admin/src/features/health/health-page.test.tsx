import type { HealthStatus } from '@marashi/domain/contracts/admin-health'
import { cleanup, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { FakeAdminApi, refusal } from '../../testing/fake-admin-api.tsx'
import { HealthPage } from './health-page.tsx'

afterEach(cleanup)

const good: HealthStatus = {
  checkedAt: '2026-11-22T09:00:00.000Z',
  isStale: false,
  checks: [
    {
      name: 'database',
      part: 'Database',
      state: 'fine',
      message: 'PostgreSQL 18.',
      remedy: null,
      page: null,
      operatorOf: null,
      since: null,
    },
  ],
  past: [],
  pastTotal: 0,
  jobs: [],
  processes: [],
}

const show = (change: Partial<HealthStatus>) =>
  render(
    <FakeAdminApi answers={{ 'admin.health': { status: () => ({ ...good, ...change }) } }}>
      <HealthPage />
    </FakeAdminApi>,
  )

it('says that everything works, what was checked and when', async () => {
  show({})
  expect((await screen.findByRole('status')).textContent).toMatch(/Everything works.*1 things? (was|were) checked/)
  expect(screen.getByText('Checked 12:00')).toBeTruthy()
  expect(screen.getByText('PostgreSQL 18.')).toBeTruthy()
  expect(screen.queryByText('What is wrong')).toBeNull()
})

it('says what is wrong, since when, what to do, and leads to where', async () => {
  const problem = {
    name: 'unmatched-money',
    part: 'Money without an order',
    state: 'doubtful',
    message: '2 payments have arrived without an order.',
    remedy: 'Find their orders in the Cash-up, under “Arrived, without an order”.',
    page: 'cash-up',
    operatorOf: null,
    since: '2026-11-22T07:30:00.000Z',
  } as const
  show({ checks: [problem, ...good.checks] })
  const [item] = within(await screen.findByRole('region', { name: 'What is wrong' })).getAllByRole('listitem')
  expect(item?.textContent).toMatch(
    /Money without an order.*Look at it.*Since Nov 22, 2026 10:30.*2 payments.*Find their orders/,
  )
  expect(screen.getByRole('link', { name: 'Go to Cash-up' }).getAttribute('href')).toBe('/cash-up')
  expect(screen.queryByText('Everything works')).toBeNull()
})

it('shows which recurring work fails, and since when', async () => {
  const job = {
    name: 'emails',
    everySeconds: 10,
    lastStartedAt: '2026-11-22T09:00:00.000Z',
    lastSucceededAt: '2026-11-22T08:00:00.000Z',
    failingSince: '2026-11-22T08:01:00.000Z',
    lastError: 'the mail server is away',
  }
  show({ jobs: [job] })
  const row = await screen.findByRole('row', { name: /Send e-mails/ })
  expect(row.textContent).toMatch(/Nov 22, 2026 11:00.*Fails since Nov 22, 2026 11:01: the mail server is away/)
})

it('lists past problems and the processes that run', async () => {
  show({
    past: [
      {
        id: 1,
        part: 'Disk',
        state: 'broken',
        message: '0.1 GB free.',
        since: '2026-11-20T09:00:00.000Z',
        endedAt: '2026-11-20T10:00:00.000Z',
      },
    ],
    pastTotal: 140,
    processes: [
      {
        id: '7f9c3c58-6a2e-4f57-9d4a-3f1f4f0b9c11',
        host: 'shop-1',
        pid: 42,
        version: '1.0.0',
        startedAt: '2026-11-22T08:00:00.000Z',
        isDraining: true,
        memoryMegabytes: 210,
        loopMs: 3,
      },
    ],
  })
  expect(await screen.findByText(/Past problems of the last 30 days \(140\)/)).toBeTruthy()
  expect(screen.getByText('and 139 older ones')).toBeTruthy()
  expect(screen.getByText(/0\.1 GB free/)).toBeTruthy()
  expect(screen.getByText('1.0.0, ends')).toBeTruthy()
})

it('admits that nobody knows how the shop is when the checks are not made', async () => {
  show({ isStale: true })
  expect((await screen.findByRole('alert')).textContent).toMatch(/Last checked on Nov 22, 2026 12:00/)
  expect(screen.queryByText('Everything works')).toBeNull()
})

it('asks for a login where the shop does not answer', async () => {
  const answers = {
    'admin.health': {
      status: () => {
        throw refusal(401, 'Please log in.')
      },
    },
  }
  render(
    <FakeAdminApi answers={answers}>
      <HealthPage />
    </FakeAdminApi>,
  )
  expect((await screen.findByRole('alert')).textContent).toMatch(/Authentication Required/)
})

it('lets the owner have an operator asked again that M-Pesa has refused', async () => {
  const refused: HealthStatus['checks'][number] = {
    name: 'mpesa-operator',
    part: 'M-Pesa operator',
    state: 'broken',
    message: 'It is locked.',
    remedy: 'Unlock it.',
    page: null,
    operatorOf: 'mpesa',
    since: '2026-11-22T08:00:00.000Z',
  }
  const askOperatorAgain = vi.fn(() => good)
  const answers = { 'admin.health': { status: () => ({ ...good, checks: [refused] }), askOperatorAgain } }
  render(
    <FakeAdminApi answers={answers}>
      <HealthPage />
    </FakeAdminApi>,
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Ask again' }))
  await waitFor(() => expect(askOperatorAgain).toHaveBeenCalledWith({ paymentMethod: 'mpesa' }))
})
