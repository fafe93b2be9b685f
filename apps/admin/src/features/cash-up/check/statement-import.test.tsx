import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { FakeAdminApi } from '../../../testing/fake-admin-api.tsx'
import { StatementImport } from './statement-import.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const statement = new File(['Receipt No.,Completion Time'], 'statement.csv', { type: 'text/csv' })

async function importWith(answer: (request: RequestInit) => Response | Promise<Response>) {
  const fetch = vi.fn(async (_address: string, request: RequestInit) => await answer(request))
  vi.stubGlobal('fetch', fetch)
  render(
    <FakeAdminApi answers={{}}>
      <StatementImport day="2026-11-21" today="2026-11-22" />
    </FakeAdminApi>,
  )
  await screen.findByRole('button', { name: 'Import a statement' })
  await userEvent.upload(
    screen.getByLabelText('The CSV file of M-Pesa’s portal, best taken after the day is over'),
    statement,
  )
  return fetch
}

it('says how much was read, and leads to the other days of the statement', async () => {
  const fetch = await importWith(() =>
    Response.json({
      lines: 12,
      added: 3,
      from: '2026-11-19T21:00:00.000Z',
      until: '2026-11-21T21:00:00.000Z',
      days: ['2026-11-20', '2026-11-21'],
    }),
  )
  expect(await screen.findByText('12 lines read, 3 of them new.')).toBeDefined()
  expect(screen.getByRole('link', { name: 'Open Friday 20 November' }).getAttribute('href')).toBe(
    '/cash-up?day=2026-11-20',
  )
  expect(screen.getAllByRole('link')).toHaveLength(1)
  const [address, request] = fetch.mock.calls[0] as [string, RequestInit]
  expect(address).toBe('/api/admin/cash-up/statement')
  expect(((request.body as FormData).get('file') as File).name).toBe('statement.csv')
})

it('names the row that cannot be read until another file is chosen', async () => {
  await importWith(() => Response.json({ error: 'Row 12: "ten" is no amount.', code: 'BAD_REQUEST' }, { status: 400 }))
  expect((await screen.findByRole('alert')).textContent).toBe('Row 12: "ten" is no amount.')
})

it('says what is true after the login too where the session has ended', async () => {
  await importWith(() => Response.json({ error: 'Please log in.', code: 'UNAUTHORIZED' }, { status: 401 }))
  expect((await screen.findByRole('alert')).textContent).toBe('Your session had ended. Choose the file again.')
})

it('says so when no answer comes', async () => {
  await importWith(() => Promise.reject(new TypeError('Failed to fetch')))
  expect((await screen.findByRole('alert')).textContent).toMatch(/could not be sent\. Check your connection/)
})

it('says so after a minute where the network has fallen silent', async () => {
  const minute = new AbortController()
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(minute.signal)
  await importWith(({ signal }) => {
    const { promise, reject } = Promise.withResolvers<Response>()
    signal?.addEventListener('abort', () => reject(signal.reason))
    return promise
  })
  expect(timeout.mock.calls).toEqual([[60_000]])
  minute.abort()
  expect((await screen.findByRole('alert')).textContent).toMatch(/could not be sent\. Check your connection/)
})
