import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { openShop } from '../open-shop.ts'
import { dialogOf, expectAccessibleWhenFresh, message, openAdmin } from './admin-harness.ts'

const shop = openShop()
const count = 20

it('packs, sends and delivers twenty orders on a phone, with one tap for each step, and cancels junk together', async () => {
  const numbers = await paidOrders('Queue of the phone')
  const paid = await paidOrders('Junk of the phone', 1)
  const junk = await ordersOnDelivery('Junk of the phone', 19)
  await shop.visit({ device: 'phone' }, async (page) => {
    await openAdmin(page, '/orders?search=Queue+of+the+phone')
    const rows = page.getByRole('article')
    await expect.poll(() => rows.count()).toBe(count)
    expect(await rows.first().evaluate((row) => row.getBoundingClientRect().height)).toBeLessThanOrEqual(72)
    await expectAccessibleWhenFresh(page)
    let taps = 0
    for (const [step, status] of [
      ['Pack', 'processing'],
      ['Send out', 'shipped'],
      ['Delivered', 'delivered'],
    ] as const) {
      for (const number of numbers) {
        await page.getByRole('button', { name: `${step}: order ${number}` }).tap()
        taps += 1
      }
      await expect.poll(() => countIn(numbers, status)).toBe(count)
    }
    expect(taps / (3 * count)).toBe(1)

    await page.goto('/admin/orders?search=Junk+of+the+phone')
    await page.getByRole('button', { name: 'Select orders' }).tap()
    await page.getByRole('checkbox', { name: 'Select all orders on this page' }).tap()
    await expectAccessibleWhenFresh(page)
    await page.getByRole('button', { name: 'Cancel orders…' }).tap()
    const form = dialogOf(page, 'Cancel 19 orders')
    await form.getByText(/^They stay on the list as cancelled\. 1 of the selected is paid/).waitFor()
    await form.getByLabel('Reason').fill('Not a real order')
    await expectAccessibleWhenFresh(page)
    await form.getByRole('button', { name: 'Cancel 19 orders' }).tap()
    await message(page, '19 orders cancelled').waitFor()
    expect([await countIn(junk, 'cancelled'), await countIn(paid, 'pending')]).toEqual([19, 1])
  })
})

it('takes a tap for the row that it began on, though a message comes up under the thumb', async () => {
  const numbers = await paidOrders('Thumb of the phone', 8)
  await shop.visit({ device: 'phone' }, async (page) => {
    await openAdmin(page, '/orders?search=Thumb+of+the+phone')
    const buttons = page.getByRole('button', { name: /^Pack: order/ })
    await expect.poll(() => buttons.count()).toBe(numbers.length)
    const answered = Promise.withResolvers<void>()
    await page.route(
      /admin\.orders\.setStatus/,
      async (route) => {
        await answered.promise
        await route.continue()
      },
      { times: 1 },
    )
    await buttons.first().tap()
    const last = buttons.last()
    const { x, y } = await last.evaluate((button) => {
      // Where a message's own buttons stand: at the foot of the screen, above the menu.
      scrollBy(0, button.getBoundingClientRect().bottom - innerHeight + 104)
      const { left, right, top, bottom } = button.getBoundingClientRect()
      return { x: (left + right) / 2, y: (top + bottom) / 2 }
    })
    const thumb = await page.context().newCDPSession(page)
    await thumb.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }] })
    answered.resolve()
    await page.getByRole('button', { name: /Undo/ }).waitFor()
    await thumb.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
    await expect.poll(() => countIn(numbers, 'processing')).toBe(2)
  })
})

it('takes a tap for no other row when an order comes in under the thumb', async () => {
  const customer = 'Rush of the phone'
  const numbers = await paidOrders(customer, 2)
  await shop.visit({ device: 'phone' }, async (page) => {
    await openAdmin(page, '/orders?search=Rush+of+the+phone')
    const buttons = page.getByRole('button', { name: /^Pack: order/ })
    await expect.poll(() => buttons.count()).toBe(2)
    const box = await buttons.first().boundingBox()
    if (!box) throw new Error('The row has no button')
    const { x, y, width, height } = box
    const thumb = await page.context().newCDPSession(page)
    const point = { x: x + width / 2, y: y + height / 2 }
    await thumb.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [point] })
    const [newest = ''] = await paidOrders(customer, 1)
    await expect.poll(() => buttons.first().getAttribute('aria-label')).toContain(newest)
    await thumb.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
    await buttons.last().tap()
    await expect.poll(() => countIn(numbers, 'processing')).toBe(1)
    expect(await countIn([newest], 'pending')).toBe(1)
  })
})

it('puts a row back when the step is refused, and takes a step back by Undo', async () => {
  const [number = ''] = await paidOrders('Refused on the phone', 1)
  await shop.visit({ device: 'phone', expected: [/ERR_FAILED/] }, async (page) => {
    await openAdmin(page, '/orders?search=Refused+on+the+phone')
    const pack = page.getByRole('button', { name: `Pack: order ${number}` })
    await page.route(/admin\.orders\.setStatus/, (route) => route.abort())
    await pack.tap()
    await message(page, 'Failed to update order status').waitFor()
    await pack.waitFor()
    await page.unroute(/admin\.orders\.setStatus/)
    await page.getByRole('button', { name: 'Close' }).tap()
    await pack.tap()
    await page.getByRole('button', { name: /Undo/ }).tap()
    await expect.poll(() => countIn([number], 'pending')).toBe(1)
    await pack.waitFor()
  })
})

it('moves selected orders together on a desktop, and opens one in the address', async () => {
  const numbers = await paidOrders('Queue of the desktop', 3)
  await shop.visit({ device: 'desktop' }, async (page) => {
    await openAdmin(page, '/orders?search=Queue+of+the+desktop')
    await page.getByRole('checkbox', { name: 'Select all orders on this page' }).check()
    await page.getByRole('button', { name: 'Pack 3' }).waitFor()
    await expectAccessibleWhenFresh(page)
    await page.getByRole('checkbox', { name: `Select order ${numbers[0]}` }).uncheck()
    const saved = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Export selected' }).click()
    const file = await readFile(await (await saved).path(), 'utf8')
    expect(file.match(/\bMR\d+\b/g)?.toSorted()).toEqual(numbers.slice(1).toSorted())
    await page.getByRole('checkbox', { name: `Select order ${numbers[0]}` }).check()
    await page.getByRole('button', { name: 'Pack 3' }).click()
    await message(page, '3 orders are now Processing').waitFor()
    expect(await countIn(numbers, 'processing')).toBe(3)
    await page.getByRole('button', { name: /Undo/ }).click()
    await expect.poll(() => countIn(numbers, 'pending')).toBe(3)

    await page.getByRole('link', { name: numbers[0] ?? '' }).click()
    const sheet = dialogOf(page, numbers[0] ?? '')
    await page.waitForURL(/order=/)
    await sheet.getByLabel('Add a note').fill('Call before you come')
    await page.keyboard.press('Enter')
    await sheet.getByText('Call before you come').waitFor()
    await cancel(page, numbers[0] ?? '')
    await sheet.getByText('Cancelled: Sold out').waitFor()
    await expectAccessibleWhenFresh(page)
    await page.goBack()
    await sheet.waitFor({ state: 'detached' })
    expect(new URL(page.url()).searchParams.has('order')).toBe(false)
  })
})

it.each(['phone', 'desktop'] as const)('enters an order of perfumes, and prints its slip, on a %s', async (device) => {
  const customer = `Caller of the ${device}`
  const [perfume] = await shop.query<{ name: string; price: number }>(
    'select name, price from products order by price limit 1',
  )
  if (!perfume) throw new Error('The shop has no products')
  await shop.visit({ device }, async (page) => {
    await openAdmin(page, '/orders')
    await page.getByRole('button', { name: 'Create Order' }).click()
    const form = dialogOf(page, 'Create Order')
    await form.getByLabel('Add perfumes').fill(perfume.name)
    await form.getByRole('list', { name: 'Perfumes found' }).getByRole('button', { name: perfume.name }).first().click()
    await form.getByRole('button', { name: `One ${perfume.name} more` }).click()
    await form.getByLabel(/^Discount/).fill('100')
    await form.getByLabel('Customer name', { exact: true }).fill(customer)
    await form.getByLabel('Phone', { exact: true }).fill('0712 345 678')
    await form.getByLabel('Delivery address', { exact: true }).fill('Moi Avenue 7')
    await expectAccessibleWhenFresh(page)
    await form.getByRole('button', { name: 'Create Order' }).click()
    await page.waitForURL(/order=/)
    const [stored] = await shop.query<{ number: string; total: number }>(
      'select order_number as number, total::int from orders where customer_name = $1',
      [customer],
    )
    expect(stored?.total).toBe(2 * perfume.price - 100 + 200)
    const sheet = dialogOf(page, stored?.number ?? '')
    await sheet.getByRole('button', { name: /^Send M-Pesa prompt for Ksh/ }).waitFor()
    await expectAccessibleWhenFresh(page)
    await sheet.getByRole('link', { name: `Print the packing slip of order ${stored?.number}` }).click()
    const slip = page.getByRole('article', { name: `Packing slip of order ${stored?.number}` })
    await page.reload()
    await slip.getByText('2 bottles').waitFor()
    await slip.getByText(/^Collect Ksh/).waitFor()
    expect(await paperOf(page)).toEqual([expect.closeTo(80, 0)])
    await page.getByRole('radio', { name: 'A6' }).check()
    expect(await paperOf(page)).toEqual([expect.closeTo(105, 0)])
    await expectAccessibleWhenFresh(page)
  })
})

/** The width in millimetres of each page that the printer would get. */
async function paperOf(page: Page): Promise<number[]> {
  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1')
  return [...pdf.matchAll(/\/MediaBox ?\[0 0 ([\d.]+)/g)].map(([, points]) => (Number(points) / 72) * 25.4)
}

async function cancel(page: Page, number: string): Promise<void> {
  await page.getByRole('button', { name: `Cancel order ${number}` }).click()
  const form = dialogOf(page, `Cancel order ${number}`)
  await form.getByLabel('Reason').fill('Sold out')
  await expectAccessibleWhenFresh(page)
  await form.getByRole('button', { name: 'Cancel this order' }).click()
  await form.waitFor({ state: 'detached' })
}

/** Stores pending orders that are paid, and returns their numbers. */
async function paidOrders(customer: string, howMany = count): Promise<string[]> {
  const numbers = await ordersOnDelivery(customer, howMany)
  await shop.query(`update orders set payment_method = 'mpesa', paid_at = now() where order_number = any($1)`, [
    numbers,
  ])
  return numbers
}

/** Stores pending orders that are to be paid on delivery, and returns their numbers. */
async function ordersOnDelivery(customer: string, howMany: number): Promise<string[]> {
  const stored = await shop.query<{ number: string }>(
    `insert into orders (customer_name, customer_phone, delivery_address, delivery_location, delivery_charge, subtotal, total, payment_method)
     select $1, '0712345678', 'Moi Avenue 7', 'nairobi-cbd', 200, 4500, 4700, 'manual' from generate_series(1, $2::int)
     returning order_number as number`,
    [customer, howMany],
  )
  return stored.map(({ number }) => number)
}

async function countIn(numbers: string[], status: string): Promise<number> {
  const [row] = await shop.query<{ count: number }>(
    'select count(*)::int as count from orders where status = $2 and order_number = any($1)',
    [numbers, status],
  )
  return row?.count ?? 0
}
