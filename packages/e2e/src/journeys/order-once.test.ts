import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { expectAccessibleInBothThemes } from '../expect-accessible.ts'
import { openPage, openShop } from '../open-shop.ts'
import { takePhone } from './demo-phone.ts'
import { fillInForMpesa } from './mpesa-harness.ts'
import { arriveWithCart, fillCheckout, placeButton, type StoredProduct, toastOf } from './steps.ts'

const shop = openShop()
const placeOrder = '**/trpc/checkout.placeOrder'

describe('one press of the button is one order', () => {
  it('when the button is tapped twice', async () => {
    const email = 'twice@example.com'
    await shop.visit({}, async (page) => {
      await fillCartAndCheckout(page, email)
      await placeButton(page).dblclick()
      await expectPlacedOnce(page, email)
    })
  })

  it('when the page is reloaded before the response comes', async () => {
    const email = 'reloaded@example.com'
    await shop.visit({}, async (page) => {
      await fillCartAndCheckout(page, email)
      const stored = Promise.withResolvers<void>()
      await page.route(
        placeOrder,
        async (route) => {
          await route.fetch()
          stored.resolve()
          // The response never arrives: the page is reloaded first.
        },
        { times: 1 },
      )
      await placeButton(page).click()
      await stored.promise
      await page.reload()
      await expectPlacedOnce(page, email)
    })
  })

  it('when the tab is closed before the response comes, and another one is opened', async () => {
    const email = 'closed@example.com'
    await shop.visit({}, async (page) => {
      await fillCartAndCheckout(page, email)
      const stored = Promise.withResolvers<void>()
      await page.route(placeOrder, async (route) => {
        await route.fetch()
        stored.resolve()
      })
      await placeButton(page).click()
      await stored.promise
      const next = await page.context().newPage()
      await page.close()
      await openPage(next, '/checkout')
      await expectPlacedOnce(next, email)
    })
  })

  it('when the tab is closed and M-Pesa pays: the prompt goes to the number that was typed for this order', async () => {
    const email = 'closed-mpesa@example.com'
    await shop.visit({}, async (page) => {
      const phone = await takePhone(shop.url)
      await fillInForMpesa(shop, page, email)
      await page.getByLabel('M-Pesa number').fill(phone.number)
      const stored = Promise.withResolvers<void>()
      await page.route(placeOrder, async (route) => {
        await route.fetch()
        stored.resolve()
      })
      await placeButton(page).click()
      await stored.promise
      const next = await page.context().newPage()
      await page.close()
      // What somebody else has typed in the other tab is not this order's.
      await next.addInitScript(() => sessionStorage.setItem('checkout-draft', '{"mpesaPhone":"0712000222"}'))
      await openPage(next, '/checkout')
      await next.getByRole('heading', { name: 'Check your phone' }).waitFor()
      await next.getByText(phone.number).waitFor()
      await phone.answer('pays')
      await next.waitForURL('/')
      expect(await shop.query('select id from orders where customer_email = $1', [email])).toHaveLength(1)
    })
  })

  it('when the page is reloaded before the request is sent', async () => {
    const email = 'unheard@example.com'
    await shop.visit({}, async (page) => {
      await fillCartAndCheckout(page, email)
      const sent = Promise.withResolvers<void>()
      await page.route(placeOrder, () => sent.resolve(), { times: 1 })
      await placeButton(page).click()
      await sent.promise
      await page.reload()
      await expectPlacedOnce(page, email)
    })
  })

  it('when the response is lost and the shopper tries again', async () => {
    const email = 'lost@example.com'
    await shop.visit({ expected: [/^net::ERR_FAILED POST .*checkout\.placeOrder/] }, async (page) => {
      await fillCartAndCheckout(page, email)
      await page.route(
        placeOrder,
        async (route) => {
          await route.fetch()
          await route.abort()
        },
        { times: 1 },
      )
      await placeButton(page).click()
      await page.getByRole('heading', { name: 'We did not hear back' }).waitFor()
      expect(await toastOf(page, 'Order failed').count()).toBe(0)
      await expectAccessibleInBothThemes(page)
      await page.getByRole('button', { name: 'Try again' }).click()
      await expectPlacedOnce(page, email)
    })
  })

  it('when the shop has the order and does not show it: the shopper is told to ask, and orders no second time', async () => {
    const email = 'hidden@example.com'
    const expected = [/^net::ERR_FAILED POST .*checkout\.placeOrder/, /^422 POST .*checkout\.placeOrder/]
    await shop.visit({ expected }, async (page) => {
      await fillCartAndCheckout(page, email)
      await page.route(
        placeOrder,
        async (route) => {
          await route.fetch()
          await route.abort()
        },
        { times: 1 },
      )
      await placeButton(page).click()
      await page.getByRole('heading', { name: 'We did not hear back' }).waitFor()
      // As if a new version of the shop read the same request as another one.
      const readAs = (hash: string) =>
        shop.query(
          `update order_keys set request_hash = ${hash} where order_id = (select id from orders where customer_email = $1)`,
          [email],
        )
      await readAs('reverse(request_hash)')
      const tryAgain = page.getByRole('button', { name: 'Try again' })
      await tryAgain.click()
      await page.getByRole('heading', { name: 'We already have your order' }).waitFor()
      expect(await toastOf(page, 'Order failed').count()).toBe(0)
      await page.getByRole('link', { name: 'Ask us on WhatsApp' }).waitFor()
      await expectAccessibleInBothThemes(page)
      await page.getByLabel('Address', { exact: true }).press('Enter')
      await page.getByRole('heading', { name: 'We already have your order' }).waitFor()
      await readAs('reverse(request_hash)')
      await tryAgain.click()
      await expectPlacedOnce(page, email)
    })
  })

  it('when the shop answers that it failed, which a toast says, and the shopper tries again', async () => {
    const email = 'failed@example.com'
    await shop.visit({ expected: [/^500 POST .*checkout\.placeOrder/] }, async (page) => {
      await fillCartAndCheckout(page, email)
      const data = { code: 'INTERNAL_SERVER_ERROR', httpStatus: 500 }
      const json = { error: { message: 'Something went wrong on our side.', code: -32603, data } }
      await page.route(placeOrder, (route) => route.fulfill({ status: 500, json }), { times: 1 })
      await placeButton(page).click()
      await toastOf(page, 'Order failed').waitFor()
      await toastOf(page, 'Failed to create order').waitFor()
      await page.getByRole('button', { name: 'Try again' }).click()
      await expectPlacedOnce(page, email)
    })
  })
})

it('an order that nobody answered, with the address in it, is gone from the browser after an hour on whatever page', async () => {
  await shop.visit({ expected: [/^net::ERR_FAILED POST .*checkout\.placeOrder/] }, async (page) => {
    await page.clock.install()
    await fillCartAndCheckout(page, 'gone@example.com')
    await page.route(placeOrder, (route) => route.abort())
    await placeButton(page).click()
    await page.getByRole('heading', { name: 'We did not hear back' }).waitFor()
    const kept = () => page.evaluate(() => localStorage.getItem('checkout-attempt'))
    await openPage(page, '/contact')
    const attempt = await kept()
    expect(attempt).toContain('Kimathi Street 4')
    await page.clock.fastForward('01:01:00')
    expect(await kept(), 'left open').not.toContain('Kimathi Street 4')
    await page.evaluate((text) => localStorage.setItem('checkout-attempt', text ?? ''), attempt)
    await page.goto('/policies/returns')
    expect(await kept(), 'opened then').not.toContain('Kimathi Street 4')
  })
})

async function fillCartAndCheckout(page: Page, email: string): Promise<void> {
  const [product] = await shop.query<StoredProduct>('select * from products order by price limit 1')
  await arriveWithCart(page, [product as StoredProduct])
  await openPage(page, '/checkout')
  await fillCheckout(page, email)
}

async function expectPlacedOnce(page: Page, email: string): Promise<void> {
  await toastOf(page, 'Order placed successfully!').waitFor()
  await page.waitForURL('/')
  await page.getByRole('link', { name: 'Cart, 0 items' }).waitFor()
  expect(await shop.query('select id from orders where customer_email = $1', [email])).toHaveLength(1)
}
