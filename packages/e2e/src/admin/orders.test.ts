import type { Locator, Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { openShop } from '../open-shop.ts'
import { confirm, dialogOf, expectAccessibleWhenFresh, message, openAdmin } from './admin-harness.ts'

const shop = openShop()

it.each(['phone', 'desktop'] as const)('takes an order from a call to its delivery, on a %s', async (device) => {
  const customer = `Wanjiru of the ${device}`
  await shop.visit({ device }, async (page) => {
    await openAdmin(page, '/orders')
    await page.getByRole('button', { name: 'Create Order' }).click()
    const form = dialogOf(page, 'Create Order')
    await form.getByLabel('Customer name', { exact: true }).fill(customer)
    await form.getByLabel('Phone', { exact: true }).fill('0712 345 678')
    await form.getByLabel('Delivery address', { exact: true }).fill('Moi Avenue 7')
    await expectAccessibleWhenFresh(page)
    await form.getByRole('button', { name: 'Create Order' }).click()
    await form.waitFor({ state: 'detached' })
    const number = (await storedOrder(customer)).number
    await message(page, `Order ${number} created successfully`).waitFor()

    await page.getByLabel('Search by number, name, phone or receipt').fill(number)
    await page.waitForURL(/search=/)
    const opener = page.getByRole('link', { name: new RegExp(number) })
    await opener.waitFor()
    await expectAccessibleWhenFresh(page)
    await opener.click()
    const sheet = dialogOf(page, number)
    expect(await sheet.getByText('Ksh 200.00').count()).toBeGreaterThan(0)
    await sheet.getByText('Nobody has tried to pay yet.').waitFor()
    await expectAccessibleWhenFresh(page)
    for (const status of ['Processing', 'Shipped', 'Delivered']) {
      await sheet.getByLabel(`Status of order ${number}`).selectOption({ label: status })
      await expect.poll(async () => (await storedOrder(customer)).status).toBe(status.toLowerCase())
    }
    // What is stored may not have been answered yet: the order is deleted in the version that the answer names.
    await sheet.locator('select[aria-busy=false]').waitFor()
    const chat = await sheet.getByRole('link', { name: /on WhatsApp/ }).getAttribute('href')
    expect(chat).toMatch(/^https:\/\/wa\.me\/254712345678\?text=/)
    await page.goBack()
    await sheet.waitFor({ state: 'detached' })

    await opener.click()
    await sheet.getByRole('button', { name: `Delete order ${number}` }).click()
    await confirm(page)
    await message(page, 'Order deleted successfully').waitFor()
    expect((await storedOrder(customer)).isDeleted).toBe(true)
  })
})

it.each(['phone', 'desktop'] as const)('enters, corrects and deletes a payment, on a %s', async (device) => {
  const number = await placeOrder(`payment-${device}@example.com`)
  const receipt = `TJK${device.toUpperCase()}`
  await shop.visit({ device, expected: [/409/] }, async (page) => {
    await openAdmin(page, '/payments')
    await expectAccessibleWhenFresh(page)
    await page.getByRole('button', { name: 'Create Payment' }).click()
    await fillPayment(page, { number, receipt })
    await message(page, 'Payment record created successfully').waitFor()
    await expect.poll(() => isPaid(number)).toBe(true)

    // A receipt belongs to one payment only.
    await page.getByRole('button', { name: 'Create Payment' }).click()
    await fillPayment(page, { number, receipt })
    await dialogOf(page, 'Create Payment Record').getByText(`Another payment has ${receipt} already.`).waitFor()
    // The corrected form is saved, and the page behind it still works.
    await fillPayment(page, { number, receipt: `${receipt}2` })
    await dialogOf(page, 'Create Payment Record').waitFor({ state: 'detached' })
    await page.getByRole('heading', { level: 1, name: 'Payment Management' }).waitFor()
    await deletePayment(page, `${receipt}2`, number)

    await page.getByLabel('Search by Order ID or Transaction ID').fill(receipt)
    await page.waitForURL(/search=/)
    await page.getByRole('button', { name: `Edit the payment for order ${number}` }).click()
    const edit = dialogOf(page, 'Edit Payment Record')
    expect(await edit.getByLabel(/^Transaction ID/).inputValue()).toBe(receipt)
    await edit.getByLabel(/^Processing Fee/).fill('1250')
    await edit.getByText('= Ksh 12.50').waitFor()
    await edit.getByRole('button', { name: 'Save Changes' }).click()
    await message(page, 'Payment record updated successfully').waitFor()

    await deletePayment(page, receipt, number)
    await expect.poll(() => isPaid(number)).toBe(false)
  })
})

it('keeps filters and pages in the address', async () => {
  await shop.visit({ device: 'desktop' }, async (page) => {
    await openAdmin(page, '/orders')
    await page.getByRole('tab', { name: /^Delivered/ }).click()
    await page.waitForURL(/status=delivered/)
    await page.reload()
    await page.getByRole('tab', { name: /^Delivered/, selected: true }).waitFor()
    await page.getByRole('tab', { name: /^All/ }).click()
    await page.goBack()
    await page.waitForURL(/status=delivered/)
  })
})

it.each([360, 1280, 1366])(
  'shows the chosen tab whole, and every tab where there is room, with counts of three digits, at %d px',
  async (width) => {
    await shop.visit({ device: 'desktop' }, async (page) => {
      await page.setViewportSize({ width, height: 800 })
      await openAdmin(page, '/orders?status=unpaid')
      const tabs = page.getByRole('tab')
      await tabs.filter({ hasText: /^Not paid yet \(\d+\)$/ }).waitFor()
      const strip = await page.getByRole('tablist').boundingBox()
      const isWhole = async (tab: Locator) => {
        const box = await tab.boundingBox()
        return (box?.x ?? 0) + (box?.width ?? 0) <= (strip?.x ?? 0) + (strip?.width ?? 0) + 1
      }
      await expect.poll(() => isWhole(page.getByRole('tab', { selected: true }))).toBe(true)
      if (width < 960) return
      await page.getByRole('tablist').evaluate((list) => {
        for (const tab of list.children) tab.textContent = `${tab.textContent?.replace(/\(.*/, '')}(888)`
      })
      for (const tab of await tabs.all()) expect(await isWhole(tab)).toBe(true)
    })
  },
)

it.each([1024, 1152, 1280])(
  'fits its columns beside the navigation, whatever customers call themselves, at %d px',
  async (width) => {
    const [order] = await shop.query<{ id: string; customer_name: string }>(
      'select id, customer_name from orders where deleted_at is null order by created_at desc, id desc limit 1',
    )
    const rename = (name?: string) =>
      shop.query('update orders set customer_name = $1 where id = $2', [name, order?.id])
    await rename('N'.repeat(130))
    try {
      await shop.visit({ device: 'desktop' }, async (page) => {
        await page.setViewportSize({ width, height: 800 })
        await openAdmin(page, '/orders')
        await page.getByText('N'.repeat(130)).waitFor()
        expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
      })
    } finally {
      await rename(order?.customer_name)
    }
  },
)

it.each(['phone', 'desktop'] as const)('shows how the shop does, on a %s', async (device) => {
  await shop.visit({ device }, async (page) => {
    await openAdmin(page, '/dashboard')
    const [count] = await shop.query<{ count: number }>(`select count(*)::int from products`)
    await page.getByText(String(count?.count), { exact: true }).first().waitFor()
    await page.getByRole('region', { name: 'Takings today' }).getByText(/^Ksh/).first().waitFor()
    await page.getByRole('region', { name: 'Top perfumes' }).getByRole('radio', { name: '30 days' }).check()
    await expectAccessibleWhenFresh(page)
  })
})

async function fillPayment(page: Page, { number, receipt }: { number: string; receipt: string }) {
  const form = dialogOf(page, 'Create Payment Record')
  await form.getByLabel('Order ID', { exact: true }).fill(number)
  await form.getByLabel('Payment Method', { exact: true }).selectOption({ label: 'M-Pesa' })
  await form.getByLabel('Status', { exact: true }).selectOption({ label: 'Completed' })
  await form.getByLabel('Amount (in cents)', { exact: true }).fill('485000')
  await form.getByText('= Ksh 4,850').waitFor()
  await form.getByLabel(/^Transaction ID/).fill(receipt)
  await form.getByRole('button', { name: 'Create Payment' }).click()
}

/** Finds the payment with this receipt and deletes it. */
async function deletePayment(page: Page, receipt: string, number: string) {
  const box = page.getByLabel('Search by Order ID or Transaction ID')
  await box.fill(receipt)
  await page.waitForURL((url) => url.searchParams.get('search') === receipt)
  await expect.poll(() => page.getByRole('button', { name: /^Delete the payment/ }).count()).toBe(1)
  await page.getByRole('button', { name: `Delete the payment for order ${number}` }).click()
  await page
    .getByRole('alertdialog')
    .getByText(/delete the payment record for order ID/)
    .waitFor()
  await confirm(page)
  await message(page, 'Payment record deleted successfully').waitFor()
  await page.getByText('No payments found matching your criteria').waitFor()
}

async function storedOrder(customerName: string) {
  const [order] = await shop.query<{ number: string; status: string; isDeleted: boolean }>(
    `select order_number as number, status, deleted_at is not null as "isDeleted" from orders where customer_name = $1`,
    [customerName],
  )
  if (!order) throw new Error(`There is no order of ${customerName}`)
  return order
}

async function isPaid(number: string): Promise<boolean> {
  const [order] = await shop.query<{ paid: boolean }>(
    'select paid_at is not null as paid from orders where order_number = $1',
    [number],
  )
  return order?.paid ?? false
}

/** Stores an order of one perfume to Embu and returns its number. */
async function placeOrder(email: string): Promise<string> {
  const [product] = await shop.query<{ id: string; name: string; price: number }>(
    'select id, name, price from products order by price limit 1',
  )
  if (!product) throw new Error('The shop has no products')
  const order = {
    customerName: 'Amina Otieno',
    customerEmail: email,
    customerPhone: '0712345678',
    deliveryAddress: 'Kimathi Street 4',
    deliveryLocation: 'embu',
    deliveryCharge: 0,
    subtotal: product.price,
    total: product.price,
    paymentMethod: 'manual',
    status: 'pending',
  }
  const item = { productId: product.id, productName: product.name, productPrice: product.price, quantity: 1 }
  const answer = await fetch(`${shop.url}/api/orders`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ order, items: [item] }),
  })
  const { orderNumber } = (await answer.json()) as { orderNumber: string }
  return orderNumber
}
