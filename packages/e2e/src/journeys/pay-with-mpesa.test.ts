import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { expectAccessibleInBothThemes } from '../expect-accessible.ts'
import { openPage, openShop, untilInteractive } from '../open-shop.ts'
import { takePhone } from './demo-phone.ts'
import { fillInForMpesa, letPromptsLapse, orderWithMpesa as placeOrderWithMpesa } from './mpesa-harness.ts'
import { placeButton, toastOf } from './steps.ts'

const shop = openShop()

describe('paying with M-Pesa', () => {
  it.each(['phone', 'desktop'] as const)('on a %s: the receipt is shown and the cart is empty', async (device) => {
    await shop.visit({ device }, async (page) => {
      const phone = await takePhone(shop.url)
      const email = `paid-${device}@example.com`
      await orderWithMpesa(page, email, phone.number)
      expect(await page.getByRole('heading', { name: 'Check your phone' }).evaluate(isFocused)).toBe(true)
      const [order] = await ordersOf(email)
      const sketch = page.getByRole('figure')
      for (const words of ['Marashi', 'Ksh 5,600', order?.orderNumber ?? '?', 'Enter your PIN']) {
        await sketch.getByText(words).waitFor()
      }
      await page.getByText('Demo: no money moves').waitFor()
      await expectAccessibleInBothThemes(page)
      await phone.answer('pays')
      await page.getByRole('heading', { name: 'Payment received' }).waitFor()
      const [paid] = await ordersOf(email)
      expect(paid).toMatchObject({ status: 'processing', isPaid: true })
      await toastOf(page, `Receipt number: ${paid?.receipt}`).waitFor()
      await expectAccessibleInBothThemes(page)
      await page.waitForURL('/')
      await page.getByRole('link', { name: 'Cart, 0 items' }).waitFor()
      await openPage(page, '/cart')
      expect(await page.getByText('waits to be paid').count()).toBe(0)
    })
  })

  it('cancelled on the phone: the form is back, and the next try is an order of its own', async () => {
    await shop.visit({}, async (page) => {
      const phone = await takePhone(shop.url)
      const email = 'refuses@example.com'
      await orderWithMpesa(page, email, phone.number)
      await phone.answer('cancels')
      await toastOf(page, 'Transaction Cancelled').waitFor()
      expect(await page.getByLabel('Email').inputValue()).toBe(email)
      await page.getByRole('link', { name: 'Cart, 1 item' }).waitFor()
      await letPromptsLapse(shop)
      await placeButton(page).click()
      await page.getByRole('heading', { name: 'Check your phone' }).waitFor()
      await phone.answer('pays')
      await page.waitForURL('/')
      expect((await ordersOf(email)).map(({ status }) => status)).toEqual(['cancelled', 'processing'])
    })
  })

  it.each([
    ['M-Pesa again', 'processing', 'mpesa'],
    ['pay on delivery', 'pending', 'manual'],
  ])('cancelled on the phone by mistake: %s pays the same order', async (way, status, method) => {
    await shop.visit({}, async (page) => {
      await page.clock.install()
      const phone = await takePhone(shop.url)
      const email = `mistake-${method}@example.com`
      await orderWithMpesa(page, email, phone.number)
      await phone.answer('cancels')
      const [cancelled] = await ordersOf(email)
      const notice = page.getByRole('heading', { name: `Order ${cancelled?.orderNumber} was cancelled` })
      await notice.waitFor()
      expect(await notice.evaluate(isFocused)).toBe(true)
      // What the header happens to cover of a page that has been scrolled is no target.
      await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }))
      await expectAccessibleInBothThemes(page)
      await page.getByRole('button', { name: 'Pay another way' }).click()
      await page.getByRole('heading', { name: 'Pay another way' }).waitFor()
      await expectAccessibleInBothThemes(page)
      if (way === 'M-Pesa again') {
        const tryAgain = page.getByRole('button', { name: 'Try Again' })
        expect(await tryAgain.getAttribute('aria-disabled')).toBe('true')
        await page.getByText('This phone was asked a moment ago.').waitFor()
        await letPromptsLapse(shop)
        await page.clock.fastForward('01:16')
        await tryAgain.click()
        await page.getByRole('heading', { name: 'Check your phone' }).waitFor()
        await phone.answer('pays')
        await page.clock.fastForward('00:03')
        await page.getByRole('heading', { name: 'Payment received' }).waitFor()
      } else await page.getByRole('button', { name: 'Pay on delivery instead' }).click()
      await page.waitForURL('/')
      await page.getByRole('link', { name: 'Cart, 0 items' }).waitFor()
      expect(await ordersOf(email)).toMatchObject([{ status, method, isPaid: method === 'mpesa' }])
    })
  })

  it('cancelled in the shop: the page stops polling', async () => {
    await shop.visit({}, async (page) => {
      const phone = await takePhone(shop.url)
      const email = 'changes-mind@example.com'
      await orderWithMpesa(page, email, phone.number)
      await page.getByRole('button', { name: 'Cancel Payment' }).click()
      await toastOf(page, 'Transaction Cancelled').waitFor()
      await placeButton(page).waitFor()
      expect(await ordersOf(email)).toMatchObject([{ status: 'cancelled', isPaid: false }])
    })
  })

  it('with a wrong PIN: counts down, and then the same order is tried again', async () => {
    await shop.visit({ device: 'desktop' }, async (page) => {
      await page.clock.install()
      const phone = await takePhone(shop.url)
      const email = 'mistypes@example.com'
      await orderWithMpesa(page, email, phone.number)
      await phone.answer('mistypes')
      await page.clock.fastForward('00:03')
      await toastOf(page, 'Payment failed').waitFor()
      await page.getByRole('heading', { name: 'Payment failed' }).waitFor()
      await page.getByText('Wrong M-Pesa PIN', { exact: true }).waitFor()
      await page.getByText('Your order is safe and nothing was taken.').waitFor()
      await expectAccessibleInBothThemes(page)
      const tryAgain = page.getByRole('button', { name: 'Try Again' })
      expect(await tryAgain.innerText()).toMatch(/^Try Again\s*in \d\d s$/)
      expect(await tryAgain.getAttribute('aria-disabled')).toBe('true')
      await page.getByText('This phone was asked a moment ago.').waitFor()
      await tryAgain.click({ force: true })
      expect(await attemptsOf(email)).toBe(1)
      const number = page.getByLabel('M-Pesa number')
      await number.fill('0712 000 111')
      expect(await tryAgain.getAttribute('aria-disabled')).toBeNull()
      await number.fill(phone.number)
      expect(await tryAgain.getAttribute('aria-disabled')).toBe('true')
      await letPromptsLapse(shop)
      await page.clock.fastForward('01:16')
      await tryAgain.click()
      await page.getByRole('heading', { name: 'Check your phone' }).waitFor()
      await phone.answer('pays')
      await page.clock.fastForward('00:03')
      await page.getByRole('heading', { name: 'Payment received' }).waitFor()
      expect(await ordersOf(email)).toMatchObject([{ status: 'processing', isPaid: true }])
    })
  })

  it('pays the Paybill without a prompt after a failure, and types the receipt', async () => {
    await shop.visit({}, async (page) => {
      const phone = await takePhone(shop.url)
      const email = 'by-hand@example.com'
      await orderWithMpesa(page, email, phone.number)
      await phone.answer('mistypes')
      const option = page.getByRole('button', { name: 'Or pay Paybill 174379 yourself' })
      await option.focus()
      await page.keyboard.press('Enter')
      const facts = page.getByRole('region', { name: 'Pay the Paybill yourself' })
      const [order] = await ordersOf(email)
      for (const fact of ['174379', order?.orderNumber ?? '?', 'Ksh 5,600']) await facts.getByText(fact).waitFor()
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
      await facts.getByRole('button', { name: 'Copy Amount' }).click()
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('5600')
      await facts.getByRole('button', { name: 'Check my payment' }).click()
      await facts.getByText('Please enter the code from the M-Pesa message.').waitFor()
      await expectAccessibleInBothThemes(page)
      const code = facts.getByLabel('Code from the M-Pesa message')
      await phone.paysByHand('SKJ4H7T2QA', 100)
      await code.fill('SKJ4H7T2QA')
      await page.keyboard.press('Enter')
      await facts.getByText('This payment is not exactly what the order costs.').waitFor()
      await expectAccessibleInBothThemes(page)
      await page.reload()
      await facts.getByText('This payment is not exactly what the order costs.').waitFor()
      await phone.paysByHand('SKJ4H7T2QX', 5_600)
      await code.fill('skj4 h7t2qx')
      await facts.getByRole('button', { name: 'Check my payment' }).click()
      await page.getByRole('heading', { name: 'Payment received' }).waitFor()
      await page.waitForURL('/')
      await page.getByRole('link', { name: 'Cart, 0 items' }).waitFor()
      expect(await ordersOf(email)).toMatchObject([{ status: 'processing', isPaid: true, receipt: 'SKJ4H7T2QX' }])
    })
  })

  it('says that the phone could not be reached, and what to do about it', async () => {
    await shop.visit({}, async (page) => {
      const phone = await takePhone(shop.url)
      await orderWithMpesa(page, 'no-signal@example.com', phone.number)
      await phone.answer('isUnreachable')
      await page.getByText('Your phone could not be reached', { exact: true }).waitFor()
      await page.getByText('dial *234#').first().waitFor()
    })
  })

  it('is paid on delivery instead after a failure: one order, and an empty cart', async () => {
    await shop.visit({}, async (page) => {
      const phone = await takePhone(shop.url)
      const email = 'courier@example.com'
      await orderWithMpesa(page, email, phone.number)
      await phone.answer('mistypes')
      await page.getByRole('button', { name: 'Pay on delivery instead' }).click()
      await toastOf(page, 'Order placed successfully!').waitFor()
      await page.waitForURL('/')
      await page.getByRole('link', { name: 'Cart, 0 items' }).waitFor()
      expect(await ordersOf(email)).toMatchObject([{ status: 'pending', isPaid: false, method: 'manual' }])
      await openPage(page, '/cart')
      expect(await page.getByText('waits to be paid').count()).toBe(0)
    })
  })

  it.each(['/cart', '/', '/checkout'])('finds a paid order paid when the tab was closed: back at %s', async (path) => {
    await shop.visit({}, async (page) => {
      const phone = await takePhone(shop.url)
      const email = `closed-tab${path.replace('/', '-')}@example.com`
      await orderWithMpesa(page, email, phone.number)
      await page.goto('/favicon.svg')
      await phone.answer('pays')
      await expect.poll(() => ordersOf(email)).toMatchObject([{ isPaid: true }])
      const answer = Promise.withResolvers<void>()
      await page.route('**/orders.paymentStatus*', async (route) => {
        await answer.promise
        await route.continue()
      })
      await openPage(page, path)
      expect(await page.getByText(/waits to be paid|Check your phone|Continue payment/).count()).toBe(0)
      answer.resolve()
      const [order] = await ordersOf(email)
      const notice = { '/cart': `Order ${order?.orderNumber} is paid`, '/': `Order ${order?.orderNumber} is paid` }[
        path
      ]
      await page
        .getByText(notice ?? 'Payment received')
        .first()
        .waitFor()
      await page.getByText(`Receipt number: ${order?.receipt}`).first().waitFor()
      await page.getByRole('link', { name: 'Cart, 0 items' }).waitFor()
      if (path === '/cart') await expectAccessibleInBothThemes(page)
      expect(await page.getByText('waits to be paid').count()).toBe(0)
      await openPage(page, '/cart')
      await page.getByText('Your cart is empty').waitFor()
    })
  })

  it('says at the cart that it could not ask, and calls the order neither paid nor unpaid', async () => {
    await shop.visit({ expected: [/^net::ERR_FAILED GET .*orders\.paymentStatus/] }, async (page) => {
      const phone = await takePhone(shop.url)
      await orderWithMpesa(page, 'unasked@example.com', phone.number)
      await page.route('**/orders.paymentStatus*', (route) => route.abort())
      await openPage(page, '/cart')
      await page.getByText(/We could not check the payment of order MR/).waitFor()
      expect(await page.getByText(/waits to be paid|Continue payment/).count()).toBe(0)
      await phone.answer('pays')
    })
  })

  it('counts down to Resend, which the shop then takes', async () => {
    await shop.visit({}, async (page) => {
      await page.clock.install()
      const phone = await takePhone(shop.url)
      const email = 'again@example.com'
      await orderWithMpesa(page, email, phone.number)
      await page.getByText('5 minutes left').waitFor()
      const resend = page.getByRole('button', { name: 'Resend' })
      expect(await resend.getAttribute('aria-disabled')).toBe('true')
      expect(await resend.innerText()).toMatch(/^Resend\s*in 7\d s$/)
      await resend.click({ force: true })
      expect(await attemptsOf(email)).toBe(1)
      await phone.lapseUnheard()
      await letPromptsLapse(shop)
      await shop.query(
        `update payments set initiated_at = initiated_at - interval '80 seconds'
         where order_id = (select id from orders where customer_email = $1)`,
        [email],
      )
      await page.clock.fastForward('01:16')
      await page.getByText('4 minutes left').waitFor()
      await page.getByText('Nothing on your phone?').waitFor()
      await resend.click()
      await expect.poll(() => attemptsOf(email)).toBe(2)
      await phone.answer('pays')
      await page.waitForURL('/')
    })
  })

  it('gives up after five minutes, and still sees the money that comes then', async () => {
    await shop.visit({}, async (page) => {
      await page.clock.install()
      const phone = await takePhone(shop.url)
      await orderWithMpesa(page, 'slow@example.com', phone.number)
      await page.clock.fastForward('01:16')
      await page.getByText('Nothing on your phone?').waitFor()
      await page.clock.fastForward('03:45')
      await toastOf(page, 'Payment timeout').waitFor()
      await page.getByRole('heading', { name: 'Payment timeout' }).waitFor()
      await page.getByText('contact support if payment was deducted.').first().waitFor()
      for (const name of ['Try Again', 'Cancel Payment']) await page.getByRole('button', { name }).waitFor()
      await expectAccessibleInBothThemes(page)
      await phone.answer('pays')
      await page.clock.fastForward('00:31')
      await page.getByRole('heading', { name: 'Payment received' }).waitFor()
    })
  })

  it('survives a reload, and is found again from the cart', async () => {
    await shop.visit({}, async (page) => {
      const phone = await takePhone(shop.url)
      const email = 'comes-back@example.com'
      await orderWithMpesa(page, email, phone.number)
      await page.reload()
      await untilInteractive(page)
      await page.getByRole('heading', { name: 'Check your phone' }).waitFor()
      await openPage(page, '/cart')
      await expectAccessibleInBothThemes(page)
      await page.getByRole('link', { name: 'Continue payment' }).click()
      await page.getByRole('heading', { name: 'Check your phone' }).waitFor()
      await phone.answer('pays')
      await page.waitForURL('/')
      expect(await attemptsOf(email)).toBe(1)
      expect(await ordersOf(email)).toHaveLength(1)
    })
  })

  it('keeps asking while the connection is gone, and says so', async () => {
    // Prefetches of the page fail as well.
    const lost = /^net::ERR_INTERNET_DISCONNECTED GET /
    await shop.visit({ expected: [lost] }, async (page) => {
      await page.clock.install()
      const phone = await takePhone(shop.url)
      await orderWithMpesa(page, 'tunnel@example.com', phone.number)
      await page.context().setOffline(true)
      await toastOf(page, 'Connection error').waitFor({ timeout: 20_000 })
      await phone.answer('pays')
      await page.context().setOffline(false)
      await page.getByRole('heading', { name: 'Payment received' }).waitFor()
    })
  })

  it.each([
    ['0201234567', 'Invalid phone number', 'Please enter a valid Kenyan mobile number (Safaricom, Airtel, or Telkom)'],
    ['0733123456', 'Invalid network', 'M-Pesa cannot ask this number. Please enter another one.'],
  ])('asks for another number than %s, before an order is made', async (number, title, text) => {
    await shop.visit({}, async (page) => {
      const email = `wrong-${number}@example.com`
      await fillIn(page, email)
      await page.getByLabel('M-Pesa number').fill(number)
      await placeButton(page).click()
      await toastOf(page, title).waitFor()
      const message = page.getByRole('region', { name: 'There is a problem' })
      await message.getByRole('button', { name: `M-Pesa number : ${title}. ${text}` }).waitFor()
      expect(await page.getByLabel('M-Pesa number').evaluate(isFocused)).toBe(true)
      expect(await ordersOf(email)).toEqual([])
    })
  })
})

const fillIn = (page: Page, email: string) => fillInForMpesa(shop, page, email)
const orderWithMpesa = (page: Page, email: string, number: string) => placeOrderWithMpesa(shop, page, email, number)

function ordersOf(email: string) {
  return shop.query<{ orderNumber: string; status: string; isPaid: boolean; receipt: string | null; method: string }>(
    `select order_number as "orderNumber", status, payment_method as method, paid_at is not null as "isPaid", mpesa_receipt_number as receipt
     from orders where customer_email = $1 order by created_at`,
    [email],
  )
}

async function attemptsOf(email: string): Promise<number> {
  const attempts = await shop.query(
    'select p.id from payments p join orders o on o.id = p.order_id where o.customer_email = $1',
    [email],
  )
  return attempts.length
}

const isFocused = (element: Element): boolean => element === document.activeElement
