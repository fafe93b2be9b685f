import type { Locator, Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { openShop } from '../open-shop.ts'
import { adminPassword } from '../shop-server.ts'
import { dialogOf, isInReach, message, openAdmin } from './admin-harness.ts'

const shop = openShop()

it.each(['phone', 'desktop'] as const)('keeps a refusal clear of the form it is about, on a %s', async (device) => {
  await shop.visit({ device, expected: [/ERR_FAILED/] }, async (page) => {
    await openAdmin(page, '/reviews')
    await page.getByRole('button', { name: 'Create Review' }).click()
    const form = dialogOf(page, 'Create Review')
    await form.getByLabel('Product', { exact: true }).selectOption({ index: 1 })
    await form.getByLabel('Content').fill(`Sweet and warm, written on a ${device}.`)
    const create = form.getByRole('button', { name: 'Create Review' })
    await page.route(/admin\.reviews\.create/, (route) => route.abort())
    await create.click()
    await standing(page).getByText('Failed to create review').waitFor()
    await settled(standing(page))
    await settled(form)
    expect(await overlap(standing(page), form)).toBe(false)
    expect(await isInReach(form.getByRole('alert').first())).toBe(true)
    for (const name of ['Create Review', 'Cancel', 'Close']) {
      expect(await isInReach(form.getByRole('button', { name })), name).toBe(true)
    }

    // A new attempt dismisses the error of the one before, so that the success message shows at once.
    await page.unroute(/admin\.reviews\.create/)
    await create.click()
    await form.waitFor({ state: 'detached' })
    await message(page, 'Review created successfully').waitFor({ timeout: 3_000 })
  })
})

it('leaves "Login Failed" behind on the way to the dashboard', async () => {
  await shop.visit({ address: '203.0.113.77', expected: [/401/] }, async (page) => {
    await page.goto('/admin/login')
    await page.getByLabel('Password', { exact: true }).fill('not the password')
    await page.getByRole('button', { name: 'Login', exact: true }).click()
    await standing(page).getByText('Login Failed').waitFor()
    await page.getByLabel('Password', { exact: true }).fill(adminPassword)
    await page.getByRole('button', { name: 'Login', exact: true }).click()
    await page.waitForURL(/dashboard/)
    await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor()
    expect(await standing(page).count()).toBe(0)
  })
})

it.each(['reviews?status=pending', 'payments'])('sets the tools of a card in one line at 360 px: %s', async (path) => {
  await shop.visit({ device: 'phone' }, async (page) => {
    await openAdmin(page, '/dashboard')
    await recordSale(page)
    await page.goto(`/admin/${path}`)
    await page.setViewportSize({ width: 360, height: 740 })
    const bins = page.getByRole('button', { name: /^Delete/ })
    await bins.first().waitFor()
    await page.evaluate(() => document.fonts.ready.then(() => undefined))
    await page.evaluate(() => document.fonts.ready.then(() => undefined))
    const others = await bins.evaluateAll((all) =>
      all.map((bin) => {
        const card = bin.closest('article, tr') ?? document.body
        const middle = (element: Element) => {
          const { top, height } = element.getBoundingClientRect()
          return top + height / 2
        }
        const beside = [...card.querySelectorAll('button, a, select')].filter((each) => each !== bin)
        return beside.filter((each) => Math.abs(middle(each) - middle(bin)) < 4).length
      }),
    )
    expect(others.length).toBeGreaterThan(0)
    expect(Math.min(...others)).toBeGreaterThan(0)
  })
})

/** A manual order and its payment, as a row of a list. */
async function recordSale({ request }: Page): Promise<void> {
  const order = {
    customerName: 'Baraka Juma',
    customerEmail: '',
    customerPhone: '0712345678',
    deliveryAddress: 'Kimathi Street 4',
    deliveryLocation: 'nairobi-cbd',
    deliveryCharge: 200,
    subtotal: 0,
    total: 200,
    paymentMethod: 'manual',
    status: 'pending',
  }
  const placed = await request.post('/api/orders', { data: { order, items: [] } })
  expect(placed.status()).toBe(201)
  const { id } = await placed.json()
  const payment = { orderId: id, paymentMethod: 'mpesa', amount: 20_000, status: 'completed' }
  expect((await request.post('/api/admin/payments', { data: payment })).status()).toBe(201)
}

/** The open toast, which a modal dialog does not hide from screen readers. */
const standing = (page: Page) => page.getByRole('region', { name: /^Notifications/ }).getByRole('listitem')

async function settled(what: Locator): Promise<void> {
  await what.evaluate((element) => Promise.all(element.getAnimations().map(({ finished }) => finished)))
}

async function overlap(one: Locator, other: Locator): Promise<boolean> {
  const [a, b] = [await one.boundingBox(), await other.boundingBox()]
  if (!a || !b) throw new Error('One of them is not on the screen.')
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height
}
