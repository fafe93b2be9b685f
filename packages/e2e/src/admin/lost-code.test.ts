import { expect, it } from 'vitest'
import { expectAccessibleInBothThemes } from '../expect-accessible.ts'
import { openShop } from '../open-shop.ts'
import { dialogOf, openAdmin } from './admin-harness.ts'

const shop = openShop()
// Requests without a connection fail; the page says so where it matters.
const expected = [/^net::ERR_INTERNET_DISCONNECTED/, /^net::ERR_FAILED GET .*\/assets\//]

it('does not leave the owner with an error page of the browser when the connection breaks', async () => {
  await shop.visit({ device: 'desktop', expected }, async (page) => {
    await page.route(/\/assets\/(reviews|palette)-/, (route) => route.abort())
    await openAdmin(page, '/orders')
    await page.context().setOffline(true)
    await page.getByText('You are offline.').waitFor()

    await page.getByRole('link', { name: 'Reviews' }).click()
    await page.getByRole('heading', { level: 1, name: 'Review Moderation' }).waitFor()
    await page.getByText('This part could not be shown.').waitFor()
    await expectAccessibleInBothThemes(page)

    await page.keyboard.press('Control+k')
    await dialogOf(page, 'Find').getByText('This part could not be shown.').waitFor()
    await page.keyboard.press('Escape')

    await page.getByRole('link', { name: 'Orders' }).click()
    await page.getByRole('heading', { level: 1, name: 'Order Management' }).waitFor()

    await page.unrouteAll()
    await page.context().setOffline(false)
    await page.getByRole('link', { name: 'Reviews' }).click()
    await page.getByRole('button', { name: 'Create Review' }).waitFor()
    await page.keyboard.press('Control+k')
    await dialogOf(page, 'Find').getByRole('combobox').waitFor()
  })
})

it('gives the owner the new pages in a tab that was opened before the shop was renewed', async () => {
  await shop.visit({ device: 'desktop', expected: [/^404 GET .*\/assets\/payments-/] }, async (page) => {
    await page.route(/\/assets\/payments-/, (route) => route.fulfill({ status: 404, body: '' }))
    await openAdmin(page, '/orders')
    const document = page.waitForEvent('domcontentloaded')
    await page.getByRole('link', { name: 'Payments' }).click()
    await page.waitForURL('/admin/payments')
    await page.unrouteAll()
    await document
    await page.getByRole('button', { name: 'Create Payment' }).waitFor()
    expect(new URL(page.url()).pathname).toBe('/admin/payments')
  })
})

it('tells the owner that the back office did not come when its first script is lost, and Reload brings it', async () => {
  await shop.visit({ device: 'desktop', expected }, async (page) => {
    await page.route(/\/admin\/assets\/index-.*\.js$/, (route) => route.abort())
    await page.goto('/admin/login')
    const lost = page.getByText('The back office could not be loaded. Check your connection.')
    await lost.waitFor()
    await expectAccessibleInBothThemes(page)
    await page.unrouteAll()
    await page.getByRole('link', { name: 'Reload' }).click()
    await page.getByLabel('Password', { exact: true }).waitFor()
    expect(await lost.count()).toBe(0)
  })
})
