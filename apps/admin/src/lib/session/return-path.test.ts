import { describe, expect, it } from 'vitest'
import { fromOf, returnPath } from './return-path.ts'

const dashboard = { to: '/dashboard', search: {} }

describe('after logging in', () => {
  it('leads back to the page that asked for it, with its filters', () => {
    expect(returnPath(fromOf('/orders?status=pending&search=4711'))).toEqual({
      to: '/orders',
      search: { status: 'pending', search: '4711' },
    })
  })

  it.each([
    undefined,
    '',
    'https://evil.example/admin/orders',
    '//evil.example/admin/orders',
    '/admin',
    '/cart',
    '/administrators',
    '/admin/../cart',
    '/admin/\\evil.example',
    '/admin/login?from=/admin/login',
  ])('leads to the dashboard for %j', (from) => {
    expect(returnPath(from)).toEqual(dashboard)
  })
})
