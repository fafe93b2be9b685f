import type { ShopDetails } from '@marashi/domain/contracts/shop'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { shopName } from '../../../lib/shop-name.ts'
import { FakeAdminApi } from '../../../testing/fake-admin-api.tsx'
import { Brand } from './brand.tsx'

beforeEach(() => {
  document.head.innerHTML = '<meta name="application-name" content="Marashi">'
})
afterEach(cleanup)

it('is the name that the owner has given the shop since the page was opened, in messages too', async () => {
  const shop = () => ({ name: 'Nuru Perfumes' }) as ShopDetails
  render(
    <FakeAdminApi answers={{ catalogue: { shop } }}>
      <Brand />
    </FakeAdminApi>,
  )
  expect(await screen.findByText('Nuru Perfumes')).toBeDefined()
  expect(shopName()).toBe('Nuru Perfumes')
})

it('is the name on the page where none is known', async () => {
  render(
    <FakeAdminApi answers={{}}>
      <Brand />
    </FakeAdminApi>,
  )
  expect(await screen.findByText('Marashi')).toBeDefined()
})
