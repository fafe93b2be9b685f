import { setTimeout as sleep } from 'node:timers/promises'
import type { Locator, Page } from 'playwright-core'
import { expect, it, onTestFinished } from 'vitest'
import { fillCheckout, placeButton } from '../journeys/steps.ts'
import { openShop } from '../open-shop.ts'
import { adminPassword } from '../shop-server.ts'

const shop = openShop()

const shopName = 'Duka la Zawadi'
const perfume = 'Usiku wa Lamu'
const email = 'first-order@example.com'

it('lets a stranger open a shop on a phone, sell, pack, send and close an order, which the shopper shows a friend', async () => {
  onTestFinished(leaveAsItWas)
  // Who opens the administration for the first time has no session.
  await shop.visit({ expected: [/401/] }, (owner) =>
    shop.visit({}, async (shopper) => {
      const tap = countTaps()
      await owner.goto('/admin')
      await tap(owner.getByRole('link', { name: 'Go to Login' }))
      await owner.getByLabel('Password', { exact: true }).fill(adminPassword)
      await tap(owner.getByRole('button', { name: 'Login', exact: true }))
      const menu = owner.getByRole('navigation', { name: 'Administration' })

      await tap(menu.getByRole('button', { name: 'More' }))
      await tap(menu.getByRole('link', { name: 'Settings' }))
      const details = owner.getByRole('group', { name: 'The shop' })
      await details.getByLabel('Name', { exact: true }).fill(shopName)
      await details.getByLabel('Name', { exact: true }).press('Enter')
      await details.getByText(/^Saved/).waitFor()
      const places = owner.getByRole('group', { name: 'Delivery places' })
      for (const [name, fee] of [
        ['Kilimani', '250'],
        ['Westlands', '350'],
      ] as const) {
        await places.getByLabel('New place').fill(name)
        await places.getByLabel('Its fee, Ksh').fill(fee)
        await tap(places.getByRole('button', { name: 'Add place' }))
        await places.getByRole('heading', { name }).waitFor()
      }

      await tap(menu.getByRole('link', { name: 'Products' }))
      await tap(owner.getByRole('button', { name: 'Add Product' }))
      const form = owner.getByRole('dialog', { name: 'Add New Product' })
      await form.getByLabel('Name', { exact: true }).fill(perfume)
      await form.getByLabel('Description', { exact: true }).fill('Oud, warm sand and the sea at night.')
      await form.getByLabel('Price', { exact: true }).fill('4,500')
      await form.getByLabel('Category', { exact: true }).selectOption({ index: 1 })
      await form.getByLabel('Upload pictures').setInputFiles(await threePhotos(owner))
      await tap(form.getByRole('button', { name: 'Add Product' }))
      await form.waitFor({ state: 'detached' })

      await buy(shopper)
      const number = await orderNumber()
      await owner
        .getByRole('region', { name: /^Notifications/ })
        .getByText(`New order ${number}`)
        .waitFor()
      await tap(menu.getByRole('link', { name: 'Orders' }))
      for (const step of ['Pack', 'Send out', 'Delivered']) {
        await tap(owner.getByRole('button', { name: `${step}: order ${number}` }))
        // A second tap so soon after the first would be taken for a slip of the finger.
        await sleep(700)
      }
      await expect.poll(() => orderIs('delivered')).toBe(true)
      expect(tap.count(), 'taps of the owner, beside what is typed').toBe(13)

      await showFriend(shopper, number)
    }),
  )
})

async function buy(shopper: Page): Promise<void> {
  await shopper.goto(`/shop?search=${encodeURIComponent(perfume)}`)
  const header = shopper.getByRole('banner').getByText(shopName)
  const isWhole = header.evaluate(
    (name) => name.scrollWidth <= name.clientWidth && name.scrollHeight <= name.clientHeight,
  )
  expect(await isWhole, 'the name in the header of a phone').toBe(true)
  await shopper.getByRole('button', { name: `Add ${perfume} to cart` }).tap()
  await shopper.getByRole('group', { name: `Quantity of ${perfume}` }).waitFor()
  await shopper.getByRole('link', { name: 'Cart, 1 item' }).tap()
  await shopper.getByRole('link', { name: 'Proceed to Checkout' }).tap()
  await fillCheckout(shopper, email)
  await shopper.getByRole('radio', { name: /^Kilimani/ }).check()
  await shopper.getByRole('radio', { name: /^Westlands/ }).waitFor()
  await shopper.getByRole('button', { name: 'Place order for Ksh 4,750' }).waitFor()
  await placeButton(shopper).tap()
  await shopper.waitForURL('/')
}

/** The friend has the link alone, in another browser. */
async function showFriend(shopper: Page, number: string): Promise<void> {
  await shopper
    .getByRole('complementary', { name: `Order ${number} received` })
    .getByRole('link', { name: 'see it' })
    .tap()
  await shopper.waitForURL(/\/order\//)
  await shop.visit({}, async (friend) => {
    await friend.goto(shopper.url())
    await friend.getByRole('heading', { level: 1, name: 'Your order has arrived' }).waitFor()
    await friend.getByText(`Thank you for choosing ${shopName}.`, { exact: false }).waitFor()
    await friend.getByText(perfume).first().waitFor()
    expect(await friend.getByRole('main').textContent()).not.toMatch(/Otieno|0712 345 678|Kimathi/)
  })
}

/** Taps what can be seen, and counts. */
function countTaps() {
  let count = 0
  const tap = async (what: Locator) => {
    count += 1
    await what.tap()
  }
  return Object.assign(tap, { count: () => count })
}

async function orderIs(status: string): Promise<boolean> {
  const found = await shop.query('select from orders where customer_email = $1 and status = $2', [email, status])
  return found.length === 1
}

async function orderNumber(): Promise<string> {
  const [order] = await shop.query<{ number: string }>(
    'select order_number as number from orders where customer_email = $1',
    [email],
  )
  return order?.number ?? ''
}

async function threePhotos(page: Page) {
  const base64 = await page.evaluate(() => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 800, height: 1000 })
    const context = canvas.getContext('2d') as CanvasRenderingContext2D
    context.fillStyle = '#4b1d52'
    context.fillRect(200, 300, 400, 600)
    return canvas.toDataURL('image/jpeg').split(',')[1] ?? ''
  })
  const buffer = Buffer.from(base64, 'base64')
  return ['bottle', 'box', 'hand'].map((name) => ({ name: `${name}.jpg`, mimeType: 'image/jpeg', buffer }))
}

/** The other journeys walk through the same shop. */
async function leaveAsItWas(): Promise<void> {
  await shop.query('delete from shop_settings')
  const left = await shop.query<{ id: string }>('select id from products where name = $1', [perfume])
  await shop.visit({}, async ({ request }) => {
    await request.post('/api/admin/login', { data: { password: adminPassword } })
    for (const { id } of left) await request.delete(`/api/products/${id}`)
  })
}
