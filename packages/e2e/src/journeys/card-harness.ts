import { stripeJsStandIn } from '@marashi/gateway-simulator/stripe-js-stand-in'
import type { Page } from 'playwright-core'
import { ownShop } from '../own-shop.ts'

const scripts = 'https://js.stripe.com'
const api = 'https://api.stripe.com'

/** The hosts that a page with the card form may call; the content security policy allows no others. */
export const stripeHosts = [scripts, api]

/** Replaces Stripe at the network: its script is a stand-in, and its API is the simulator that the shop calls. */
export async function answerForStripe(page: Page): Promise<void> {
  const simulator = ownShop().stripeUrl
  await page.route(`${scripts}/**`, (route) =>
    route.fulfill({ contentType: 'text/javascript', body: stripeJsStandIn({ url: api }) }),
  )
  await page.route(`${api}/**`, async (route) => {
    const { pathname } = new URL(route.request().url())
    const response = await route.fetch({ url: `${simulator}${pathname}` })
    await route.fulfill({ response, headers: { ...response.headers(), 'access-control-allow-origin': '*' } })
  })
}

/** Lets Stripe charge the card and drops its response, as a broken connection does. */
export async function loseStripesAnswers(page: Page): Promise<void> {
  await page.route(`${api}/control/stripe/intents/*/pay`, async (route) => {
    await route.fetch({ url: `${ownShop().stripeUrl}${new URL(route.request().url()).pathname}` })
    await route.abort('connectionreset')
  })
}

/** Charges an order's card as another tab of the shopper does; neither page nor shop is notified. */
export async function chargeUnheard(orderId: string): Promise<void> {
  const control = `${ownShop().stripeUrl}/control`
  const intents = (await (await fetch(`${control}/stripe/intents`)).json()) as {
    id: string
    metadata: { orderId: string }
  }[]
  const intent = intents.find(({ metadata }) => metadata.orderId === orderId)
  const headers = { 'content-type': 'application/json' }
  const lost = { next: [{ lost: true }, { lost: true }] }
  await fetch(`${control}/script/stripe.webhook`, { method: 'POST', headers, body: JSON.stringify(lost) })
  const answer = await fetch(`${control}/stripe/intents/${intent?.id}/pay`, { method: 'POST', headers, body: '{}' })
  if (!answer.ok) throw new Error(`Stripe did not charge: ${await answer.text()}`)
}

/** Enters a card and clicks the button that pays. */
export async function payWithCard(page: Page, number: string): Promise<void> {
  await page.getByLabel('Card number').fill(number)
  await page.getByLabel('Expiry date').fill('12 / 34')
  await page.getByLabel('Security code').fill('123')
  await page.getByRole('button', { name: /^Pay Ksh/ }).click()
}
