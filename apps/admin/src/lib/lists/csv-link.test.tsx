import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it } from 'vitest'
import { FakeAdminApi, type FakeAnswers, refusal } from '../../testing/fake-admin-api.tsx'
import { LoginDialog } from '../session/login-dialog.tsx'
import { CsvLink } from './csv-link.tsx'

afterEach(cleanup)

/** Clicks the link, `presses` times, and returns the addresses that the browser downloads. */
async function exportOrders(current: NonNullable<FakeAnswers['admin.session']>['current'], presses = 1) {
  const downloads: string[] = []
  render(
    <FakeAdminApi answers={{ 'admin.session': { ...(current && { current }) } }}>
      {/* biome-ignore lint/a11y: stands in for the browser */}
      <div
        onClick={(event) => {
          const link = (event.target as Element).closest('a')
          if (!link || event.defaultPrevented) return
          event.preventDefault()
          downloads.push(link.getAttribute('href') ?? '')
        }}
      >
        <CsvLink list="orders" filters={{ status: 'pending', search: undefined }} />
      </div>
      <LoginDialog />
    </FakeAdminApi>,
  )
  const link = await screen.findByRole('link', { name: 'Export CSV' })
  for (let press = 0; press < presses; press++) await userEvent.click(link)
  return downloads
}

describe('exporting a list', () => {
  it('downloads it with its filters', async () => {
    const downloads = await exportOrders(() => ({ expiresAt: '2026-11-28T06:05:00.000Z' }))
    await waitFor(() => expect(downloads).toEqual(['/api/admin/orders.csv?status=pending']))
  })

  it('downloads it once where the link is pressed again while it asks, and again after that', async () => {
    const answer = Promise.withResolvers<{ expiresAt: string }>()
    const downloads = await exportOrders(() => answer.promise, 2)
    answer.resolve({ expiresAt: '2026-11-28T06:05:00.000Z' })
    await waitFor(() => expect(downloads).toHaveLength(1))
    await userEvent.click(screen.getByRole('link', { name: 'Export CSV' }))
    await waitFor(() => expect(downloads).toHaveLength(2))
  })

  it('asks for the login instead when the session has ended', async () => {
    const downloads = await exportOrders(() => {
      throw refusal(401, 'Please log in.')
    })
    expect(await screen.findByRole('dialog', { name: 'Log in again' })).toBeDefined()
    expect(downloads).toEqual([])
  })
})
