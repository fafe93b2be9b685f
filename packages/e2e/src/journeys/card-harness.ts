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

/** Lets Stripe charge the card and loses what it answers: the connection broke on the way back. */
export async function loseStripesAnswers(page: Page): Promise<void> {
  await page.route(`${api}/control/stripe/intents/*/pay`, async (route) => {
    await route.fetch({ url: `${inject('stripeUrl')}${new URL(route.request().url()).pathname}` })
    await route.abort('connectionreset')
  })
}

/** Charges an order's card as another page of the shopper would, and tells nobody. */
export async function chargeUnheard(orderId: string): Promise<void> {
  const control = `${inject('stripeUrl')}/control`
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

/** Types a card and presses the button that pays. */
export async function payWithCard(page: Page, number: string): Promise<void> {
  await page.getByLabel('Card number').fill(number)
  await page.getByLabel('Expiry date').fill('12 / 34')
  await page.getByLabel('Security code').fill('123')
  await page.getByRole('button', { name: /^Pay Ksh/ }).click()
}
