import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { expectAccessibleInBothThemes } from '../expect-accessible.ts'
import { openPage, openShop, untilInteractive } from '../open-shop.ts'
import { answerForStripe, payWithCard, stripeHosts } from './card-desk.ts'
import { arriveWithCart, fillCheckout, placeButton, type StoredProduct, toastOf } from './steps.ts'

const shop = openShop()
const goodCard = '4242 4242 4242 4242'

describe('paying by card', () => {
  it.each(['phone', 'desktop'] as const)('on a %s: a receipt is sent and the cart is empty', async (device) => {
    await shop.visit({ device, mayAsk: stripeHosts }, async (page) => {
      const email = `card-${device}@example.com`
      await orderByCard(page, email)
      expect(await page.getByRole('heading', { name: 'Pay by card' }).isVisible()).toBe(true)
      await payWithCard(page, goodCard)
      await page.getByRole('heading', { name: 'Payment received' }).waitFor()
      await toastOf(page, 'A receipt was sent to your e-mail.').waitFor()
      await expectAccessibleInBothThemes(page)
      await page.waitForURL('/')
      await page.getByRole('link', { name: 'Cart, 0 items' }).waitFor()
      expect(await ordersOf(email)).toEqual([{ status: 'processing', isPaid: true }])
    })
  })

  it('says why a card is declined, and takes another one', async () => {
    await shop.visit({ mayAsk: stripeHosts }, async (page) => {
      const email = 'declined@example.com'
      await orderByCard(page, email)
      await payWithCard(page, '4000 0000 0000 9995')
      await toastOf(page, 'Payment failed').waitFor()
      await page.getByRole('alert').getByText('Your card has insufficient funds.').waitFor()
      await expectAccessibleInBothThemes(page)
      await payWithCard(page, goodCard)
      await page.waitForURL('/')
      expect(await ordersOf(email)).toEqual([{ status: 'processing', isPaid: true }])
    })
  })

  it('finds the same order after a reload', async () => {
    await shop.visit({ mayAsk: stripeHosts }, async (page) => {
      const email = 'card-reload@example.com'
      await orderByCard(page, email)
      await page.reload()
      await untilInteractive(page)
      await payWithCard(page, goodCard)
      await page.waitForURL('/')
      expect(await ordersOf(email)).toEqual([{ status: 'processing', isPaid: true }])
    })
  })

  it('charges once when the confirmation is lost and the page is reloaded', async () => {
    await shop.visit({ mayAsk: stripeHosts, expected: [/^409 POST .*payments\.createIntent/] }, async (page) => {
      const email = 'card-lost@example.com'
      await orderByCard(page, email)
      const sent = Promise.withResolvers<void>()
      await page.route('**/trpc/payments.confirmStripe', () => sent.resolve(), { times: 1 })
      await payWithCard(page, goodCard)
      await sent.promise
      await page.reload()
      await page.getByRole('heading', { name: 'Payment received' }).waitFor()
      await page.waitForURL('/')
      expect(await ordersOf(email)).toEqual([{ status: 'processing', isPaid: true }])
    })
  })

  it('says so when the form cannot be set up, and lets the shopper try again', async () => {
    const refused = /^500 POST .*payments\.createIntent/
    await shop.visit({ mayAsk: stripeHosts, expected: [refused] }, async (page) => {
      await page.route('**/trpc/payments.createIntent', (route) => route.fulfill({ status: 500, body: 'no' }), {
        times: 1,
      })
      await orderByCard(page, 'no-form@example.com')
      await toastOf(page, 'Payment setup failed').waitFor()
      await expectAccessibleInBothThemes(page)
      await page.getByRole('button', { name: 'Try Again' }).click()
      await page.getByLabel('Card number').waitFor()
    })
  })

  it('is refused before an order is made where no key is set', async () => {
    await shop.visit({}, async (page) => {
      await page.route('**/trpc/payments.methods*', (route) =>
        route.fulfill({ json: { result: { data: { mpesa: null, card: null } } } }),
      )
      const email = 'no-key@example.com'
      await fillInForCard(page, email)
      const panel = page.getByRole('alert').filter({ hasText: 'Payment Configuration Error' })
      await panel.getByText('Stripe payment is not available. Please contact support or try Mpesa payment.').waitFor()
      await expectAccessibleInBothThemes(page)
      await placeButton(page).click()
      await toastOf(page, 'Payment Configuration Error').waitFor()
      expect(await ordersOf(email)).toEqual([])
    })
  })
})

async function fillInForCard(page: Page, email: string): Promise<void> {
  const [perfume] = await shop.query<StoredProduct>("select * from products where name = 'Amber Kisiwani'")
  await arriveWithCart(page, [perfume as StoredProduct])
  await openPage(page, '/checkout')
  await fillCheckout(page, email, 'Card')
}

async function orderByCard(page: Page, email: string): Promise<void> {
  await answerForStripe(page)
  await fillInForCard(page, email)
  await placeButton(page).click()
  await page.getByRole('heading', { name: /^(Pay by card|Payment setup failed)$/ }).waitFor()
}

function ordersOf(email: string) {
  return shop.query<{ status: string; isPaid: boolean }>(
    'select status, paid_at is not null as "isPaid" from orders where customer_email = $1 order by created_at',
    [email],
  )
}
