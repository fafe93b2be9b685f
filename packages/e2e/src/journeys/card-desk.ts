import { stripeJsStandIn } from '@marashi/gateway-simulator/stripe-js-stand-in'
import type { Page } from 'playwright-core'
import { inject } from 'vitest'

const scripts = 'https://js.stripe.com'
const api = 'https://api.stripe.com'

/** The hosts that a page with the card form may ask; the page's own policy lets no others in. */
export const stripeHosts = [scripts, api]

/** Answers for Stripe at the network: its script is the stand-in's, and its API the simulator that the shop pays at. */
export async function answerForStripe(page: Page): Promise<void> {
  const simulator = inject('stripeUrl')
  await page.route(`${scripts}/**`, (route) =>
    route.fulfill({ contentType: 'text/javascript', body: stripeJsStandIn({ url: api }) }),
  )
  await page.route(`${api}/**`, async (route) => {
    const { pathname } = new URL(route.request().url())
    const response = await route.fetch({ url: `${simulator}${pathname}` })
    await route.fulfill({ response, headers: { ...response.headers(), 'access-control-allow-origin': '*' } })
  })
}

/** Types a card and presses the button that pays. */
export async function payWithCard(page: Page, number: string): Promise<void> {
  await page.getByLabel('Card number').fill(number)
  await page.getByLabel('Expiry date').fill('12 / 34')
  await page.getByLabel('Security code').fill('123')
  await page.getByRole('button', { name: /^Pay Ksh/ }).click()
}
