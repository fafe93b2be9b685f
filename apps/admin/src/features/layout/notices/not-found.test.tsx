import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { FakeAdminApi } from '../../../testing/fake-admin-api.tsx'
import { NotFound } from './not-found.tsx'

afterEach(cleanup)

it('leads from an unknown address home, back, to the contact page and to the dashboard', async () => {
  render(
    <FakeAdminApi answers={{}}>
      <NotFound />
    </FakeAdminApi>,
  )
  const wayTo = async (name: string) => (await screen.findByRole('link', { name })).getAttribute('href')
  expect(await wayTo('Go Home')).toBe('/')
  expect(await wayTo('Contact us')).toBe('/contact')
  expect(await wayTo('Go to Dashboard')).toBe('/dashboard')
  expect(screen.getByRole('button', { name: 'Go Back' })).toBeDefined()
})
