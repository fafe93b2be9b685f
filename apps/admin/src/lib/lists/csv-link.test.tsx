import { Toaster } from '@marashi/ui/toast'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it } from 'vitest'
import { FakeAdminApi, type FakeAnswers, refusal } from '../../testing/fake-admin-api.tsx'
import { CsvLink } from './csv-link.tsx'

afterEach(cleanup)

/** Clicks the link and returns the addresses that the browser downloads. */
async function exportOrders(current: NonNullable<FakeAnswers['admin.session']>['current']) {
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
      <Toaster />
    </FakeAdminApi>,
  )
  await userEvent.click(await screen.findByRole('link', { name: 'Export CSV' }))
  return downloads
}

describe('exporting a list', () => {
  it('downloads it with its filters', async () => {
    const downloads = await exportOrders(() => ({ expiresAt: '2026-11-28T06:05:00.000Z' }))
    await waitFor(() => expect(downloads).toEqual(['/api/admin/orders.csv?status=pending']))
  })

  it('leads to the login instead when the session has ended', async () => {
    const downloads = await exportOrders(() => {
      throw refusal(401, 'Please log in.')
    })
    expect(await screen.findByText('Please log in.')).toBeDefined()
    expect(screen.getByRole('button', { name: 'Go to Login' })).toBeDefined()
    expect(downloads).toEqual([])
  })
})
