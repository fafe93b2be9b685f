import type { PaymentMethods } from '@marashi/domain/contracts/payments'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { expectAccessibleInBothThemes } from '../expect-accessible.ts'
import { openPage, openShop, untilInteractive } from '../open-shop.ts'
import { answerForStripe, chargeUnheard, loseStripesAnswers, payWithCard, stripeHosts } from './card-harness.ts'
import { takePhone } from './demo-phone.ts'
import { orderWithMpesa } from './mpesa-harness.ts'
import { arriveWithCart, fillCheckout, placeButton, type StoredProduct, toastOf } from './steps.ts'

const shop = openShop()
const goodCard = '4242 4242 4242 4242'

describe('paying by card', () => {
  it.each(['phone', 'desktop'] as const)('on a %s: the order is paid and the cart is empty', async (device) => {
    await shop.visit({ device, mayAsk: stripeHosts }, async (page) => {
      const email = `card-${device}@example.com`
      await stayLonger(page)
      await orderByCard(page, email)
      expect(await page.getByRole('heading', { name: 'Pay by card' }).isVisible()).toBe(true)
      await payWithCard(page, goodCard)
      await page.getByRole('heading', { name: 'Payment received' }).waitFor()
      await toastOf(page, 'Payment successful!').waitFor()
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

  it('pays the order that was cancelled at M-Pesa: one order, one payment by card, and an empty cart', async () => {
    await shop.visit({ mayAsk: stripeHosts }, async (page) => {
      const phone = await takePhone(shop.url)
      const email = 'card-instead@example.com'
      await answerForStripe(page)
      await orderWithMpesa(shop, page, email, phone.number)
      await phone.answer('cancels')
      await page.getByRole('button', { name: 'Pay another way' }).click()
      await page.getByRole('button', { name: 'Pay Ksh 5,600 by card' }).click()
      await page.getByRole('heading', { name: 'Pay by card' }).waitFor()
      await page.reload()
      await untilInteractive(page)
      await payWithCard(page, goodCard)
      await page.getByRole('heading', { name: 'Payment received' }).waitFor()
      await page.waitForURL('/')
      await page.getByRole('link', { name: 'Cart, 0 items' }).waitFor()
      expect(await ordersOf(email)).toEqual([{ status: 'processing', isPaid: true }])
      expect(await paymentsOf(email)).toEqual([
        { method: 'mpesa', status: 'cancelled' },
        { method: 'stripe', status: 'completed' },
      ])
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

  it('finds the charge whose response was lost: one order, paid once, and an empty cart', async () => {
    await shop.visit({ mayAsk: stripeHosts }, async (page) => {
      const email = 'lost-answer@example.com'
      await orderByCard(page, email)
      await loseStripesAnswers(page)
      await payWithCard(page, goodCard)
      await page.getByRole('heading', { name: 'Payment received' }).waitFor()
      await page.waitForURL('/')
      await page.getByRole('link', { name: 'Cart, 0 items' }).waitFor()
      expect(await ordersOf(email)).toEqual([{ status: 'processing', isPaid: true }])
    })
  })

  it('offers no way out while nobody knows whether the card was charged, also after a reload and from the cart', async () => {
    const down = /^503 (GET|POST) .*(payments\.(confirmStripe|createIntent)|orders\.paymentStatus)/
    const isPaid = /^409 POST .*payments\.createIntent/
    await shop.visit({ mayAsk: stripeHosts, expected: [down, isPaid] }, async (page) => {
      const email = 'in-doubt@example.com'
      await page.clock.install()
      await orderByCard(page, email)
      await loseStripesAnswers(page)
      const isDown = '**/trpc/{payments.confirmStripe,payments.createIntent,orders.paymentStatus}*'
      await page.route(isDown, (route) => route.fulfill({ status: 503, body: 'later' }))
      await payWithCard(page, goodCard)
      await page.getByRole('button', { name: 'Checking your payment...' }).waitFor()
      await expectNoWayOut(page)
      await passTime(page, 'Check again')
      await page.getByText('Your card may have been charged.').first().waitFor()
      await expectNoWayOut(page)
      await expectAccessibleInBothThemes(page)

      await page.reload()
      await untilInteractive(page)
      await page.getByRole('heading', { name: 'Payment setup failed' }).waitFor()
      await expectNoWayOut(page)
      await openPage(page, '/cart')
      await page.getByText(/^(Checking|We could not check) the payment of order MR/).waitFor()
      await openPage(page, '/checkout')
      await page.getByRole('heading', { name: 'Payment setup failed' }).waitFor()
      expect(await page.getByLabel('First name').count()).toBe(0)

      await page.unroute(isDown)
      await page.getByRole('button', { name: 'Try Again' }).click()
      await page.getByRole('heading', { name: 'Payment received' }).waitFor()
      await page.getByRole('link', { name: 'Cart, 0 items' }).waitFor()
      expect(await ordersOf(email)).toEqual([{ status: 'processing', isPaid: true }])
    })
  })

  it('reads in Stripe’s error that the card was charged before', async () => {
    await shop.visit({ mayAsk: stripeHosts }, async (page) => {
      const email = 'charged-before@example.com'
      await orderByCard(page, email)
      await page.getByLabel('Card number').waitFor()
      await chargeUnheard(await orderIdOf(email))
      await payWithCard(page, goodCard)
      await page.getByRole('heading', { name: 'Payment received' }).waitFor()
      expect(await ordersOf(email)).toEqual([{ status: 'processing', isPaid: true }])
    })
  })

  it('pays the order that the shopper meant to leave, where the card was charged without a response', async () => {
    await shop.visit({ mayAsk: stripeHosts }, async (page) => {
      const email = 'meant-to-leave@example.com'
      await orderByCard(page, email)
      await page.getByLabel('Card number').waitFor()
      await chargeUnheard(await orderIdOf(email))
      await page.getByRole('button', { name: 'Choose another way to pay' }).click()
      await page.getByRole('heading', { name: 'Payment received' }).waitFor()
      await page.getByRole('link', { name: 'Cart, 0 items' }).waitFor()
      expect(await ordersOf(email)).toEqual([{ status: 'processing', isPaid: true }])
    })
  })

  it('left for another payment method makes one open order, and no card can pay the other', async () => {
    await shop.visit({ mayAsk: stripeHosts }, async (page) => {
      const email = 'another-way@example.com'
      await orderByCard(page, email)
      await page.getByLabel('Card number').waitFor()
      const left = await orderIdOf(email)
      await page.getByRole('button', { name: 'Choose another way to pay' }).click()
      await page.getByRole('radio', { name: /^Pay on delivery/ }).check()
      await placeButton(page).click()
      await toastOf(page, 'Order placed successfully!').waitFor()
      expect((await ordersOf(email)).map(({ status }) => status)).toEqual(['cancelled', 'pending'])
      await expect(chargeUnheard(left)).rejects.toThrow('canceled')
    })
  })

  it('is refused before an order is made where no key is set, and M-Pesa is one tap away', async () => {
    await shop.visit({}, async (page) => {
      const data: PaymentMethods = {
        offered: ['mpesa', 'stripe', 'manual'],
        mpesa: { isDemo: false, maxShillings: 250_000, demoPhoneUrl: null, payYourself: null },
        card: null,
      }
      await page.route('**/trpc/payments.methods*', (route) => route.fulfill({ json: { result: { data } } }))
      const email = 'no-key@example.com'
      await fillInForCard(page, email)
      const panel = page.getByRole('alert').filter({ hasText: 'Payment Configuration Error' })
      await panel.getByText('Stripe payment is not available. Please contact support or try Mpesa payment.').waitFor()
      await expectAccessibleInBothThemes(page)
      await page.getByRole('radio', { name: 'Card Not available at present.' }).waitFor()
      expect(await page.getByRole('button', { name: /^Continue to pay .* by card$/ }).isDisabled()).toBe(true)
      await page.getByLabel('Email', { exact: true }).press('Enter')
      expect(await ordersOf(email)).toEqual([])
      await page.getByRole('button', { name: 'Use M-Pesa instead' }).click()
      expect(await page.getByRole('button', { name: 'Pay Ksh 5,600 with M-Pesa' }).isEnabled()).toBe(true)
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

async function expectNoWayOut(page: Page): Promise<void> {
  expect(await page.getByRole('button', { name: 'Choose another way to pay' }).count()).toBe(0)
}

/** Lets the half minute of polling pass, until a button shows that it is over. */
async function passTime(page: Page, button: string): Promise<void> {
  await expect
    .poll(
      async () => {
        await page.clock.fastForward(2_000)
        return page.getByRole('button', { name: button }).count()
      },
      { timeout: 30_000, interval: 200 },
    )
    .toBe(1)
}

async function orderIdOf(email: string): Promise<string> {
  const [order] = await shop.query<{ id: string }>('select id from orders where customer_email = $1', [email])
  return order?.id ?? ''
}

const paymentsOf = (email: string) =>
  shop.query<{ method: string; status: string }>(
    `select p.payment_method as method, p.status from payments p join orders o on o.id = p.order_id
     where o.customer_email = $1 order by p.created_at`,
    [email],
  )

function ordersOf(email: string) {
  return shop.query<{ status: string; isPaid: boolean }>(
    'select status, paid_at is not null as "isPaid" from orders where customer_email = $1 order by created_at',
    [email],
  )
}

/** The paid page leads home after two seconds, which on a slow machine is too soon to examine it. */
const stayLonger = (page: Page) =>
  page.addInitScript(() => {
    const own = window.setTimeout
    const slower = (handler: TimerHandler, ms?: number, ...values: unknown[]) =>
      own(handler, ms === 2_000 ? 12_000 : ms, ...values)
    window.setTimeout = Object.assign(slower, own)
  })
