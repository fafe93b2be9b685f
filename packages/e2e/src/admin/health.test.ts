import { expect, it } from 'vitest'
import { openShop } from '../open-shop.ts'
import { expectAccessibleWhenFresh, openAdmin } from './admin-harness.ts'

const shop = openShop()

it.each(['phone', 'desktop'] as const)('shows the owner what is wrong and what works, on a %s', async (device) => {
  await shop.visit({ device }, async (page) => {
    await openAdmin(page, '/health')
    const problems = page.getByRole('region', { name: 'What is wrong' })
    // The shop of the journeys has no mail server.
    const emails = problems.getByRole('listitem').filter({ hasText: 'No mail server is set' })
    await expect
      .poll(async () => {
        await page.getByRole('button', { name: /^Refresh/ }).click()
        return await emails.count()
      })
      .toBe(1)
    await emails.getByText(/^Since/).waitFor()
    await page
      .getByRole('region', { name: 'What works' })
      .getByText(/^PostgreSQL \d+/)
      .waitFor()
    await page.getByText(/^Recurring work/).click()
    await page.getByRole('row', { name: /Send e-mails/ }).waitFor()
    await page.getByText(/^Processes \(1\)/).click()
    await page.getByText(/^Past problems/).click()
    await expectAccessibleWhenFresh(page)
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true)
    const way =
      device === 'phone' ? page.getByRole('button', { name: /^More/ }) : page.getByRole('link', { name: /^Health/ })
    await way.filter({ hasText: /\d problems?/ }).waitFor()
  })
})
