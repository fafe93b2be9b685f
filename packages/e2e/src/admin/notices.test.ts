import type { Page, Worker } from 'playwright-core'
import { expect, it } from 'vitest'
import { openShop } from '../open-shop.ts'
import { expectAccessibleWhenFresh, message, openAdmin } from './admin-harness.ts'

const shop = openShop()

async function placeOrder(customer: string): Promise<string> {
  const [order] = await shop.query<{ number: string }>(
    `insert into orders (customer_name, customer_phone, delivery_address, delivery_location, delivery_charge, subtotal, total, payment_method)
     values ($1, '0712345678', 'Kimathi Street', 'embu', 0, 4500, 4500, 'mpesa')
     returning order_number as number`,
    [customer],
  )
  return order?.number ?? ''
}

it('shows a new order in an open list without losing its place, and counts it in the title of a hidden window', async () => {
  await shop.visit({ device: 'phone' }, async (page) => {
    await openAdmin(page, '/orders')
    const search = page.getByRole('searchbox')
    await search.fill('Live on the phone')
    await search.press('Enter')
    await page.waitForURL(/search=Live/)
    const hide = (isHidden: boolean) =>
      page.evaluate((hidden) => {
        Object.defineProperty(document, 'hidden', { value: hidden, configurable: true })
        document.dispatchEvent(new Event('visibilitychange'))
      }, isHidden)
    await hide(true)
    const number = await placeOrder('Live on the phone')
    await page.getByRole('main').getByText(number).first().waitFor()
    await message(page, `New order ${number}`).waitFor()
    await expect.poll(() => page.title()).toMatch(/^\(\d+\) /)
    await hide(false)
    expect(await page.title()).not.toMatch(/^\(/)
    expect(page.url()).toMatch(/search=Live/)
  })
})

it.each(['phone', 'desktop'] as const)('lets the owner choose what is told and when, on a %s', async (device) => {
  await shop.visit({ device }, async (page) => {
    await openAdmin(page, '/notices')
    const paid = page.getByRole('checkbox', { name: 'Order is paid by E-mail' })
    const before = await paid.isChecked()
    await paid.setChecked(!before)
    await message(page, 'Saved').waitFor()
    await page.reload()
    await expect.poll(() => paid.isChecked()).toBe(!before)
    await page.getByLabel('From').fill('22:15')
    await page.getByRole('button', { name: 'Save quiet hours' }).click()
    await message(page, 'Saved').waitFor()
    await expectAccessibleWhenFresh(page)
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true)
    const choices = page.getByRole('heading', { name: 'What you are told' }).locator('xpath=../..')
    const quiet = page.getByRole('heading', { name: 'Quiet hours' }).locator('xpath=../..')
    const [above, below] = [await choices.boundingBox(), await quiet.boundingBox()]
    expect((below?.y ?? 0) - (above?.y ?? 0) - (above?.height ?? 0), 'pixels between the panels').toBe(16)
  })
})

it('is an app of its own that shows what is pushed', async () => {
  await shop.visit({ device: 'phone', hasWorker: true }, async (page) => {
    await openAdmin(page, '/notices')
    const manifest = await (await page.request.get('/admin/manifest.webmanifest')).json()
    expect(manifest).toMatchObject({ scope: '/admin/', start_url: '/admin/dashboard', display: 'standalone' })
    for (const { src } of manifest.icons) expect((await page.request.get(src)).status()).toBe(200)
    await page.context().grantPermissions(['notifications'], { origin: shop.url })
    const text = { title: 'New order MR1', body: 'Ksh 4,500', path: '/admin/orders', tag: 'notice-1' }
    await page.evaluate(() => navigator.serviceWorker.register('/admin/sw.js', { scope: '/admin/' }))
    await expect.poll(() => page.context().serviceWorkers().length).toBe(1)
    const worker = page.context().serviceWorkers()[0] as Worker
    // A browser without a screen shows no notifications: the worker keeps what it asks for.
    await worker.evaluate(() => {
      const self = globalThis as unknown as WorkerThatShows
      self.shown = []
      self.registration.showNotification = async (title, { body, tag }) => void self.shown.push({ title, body, tag })
    })
    await push(page, JSON.stringify(text))
    const shown = () => worker.evaluate(() => (globalThis as unknown as WorkerThatShows).shown)
    await expect.poll(shown).toEqual([{ title: text.title, body: text.body, tag: text.tag }])
  })
})

interface Shown {
  title: string
  body: string
  tag: string
}
interface WorkerThatShows {
  shown: Shown[]
  registration: { showNotification(title: string, options: Omit<Shown, 'title'>): Promise<void> }
}

/** Delivers a message as a push service would: no such service can be reached here. */
async function push(page: Page, data: string): Promise<void> {
  const browser = await page.context().newCDPSession(page)
  const registered = new Promise<string>((resolve) => {
    browser.on('ServiceWorker.workerVersionUpdated', ({ versions }) => {
      const active = versions.find(
        ({ status, scriptURL }) => status === 'activated' && scriptURL.endsWith('/admin/sw.js'),
      )
      if (active) resolve(active.registrationId)
    })
  })
  await browser.send('ServiceWorker.enable')
  await browser.send('ServiceWorker.deliverPushMessage', {
    origin: new URL(page.url()).origin,
    registrationId: await registered,
    data,
  })
}
