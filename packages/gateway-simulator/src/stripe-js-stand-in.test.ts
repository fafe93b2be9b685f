// @vitest-environment jsdom
/// <reference lib="dom" />
import { Elements, PaymentElement } from '@stripe/react-stripe-js'
import type { Stripe, StripeElements } from '@stripe/stripe-js'
// The file behind `@stripe/stripe-js/pure`, which Node's resolution finds by its full name alone.
import { loadStripe } from '@stripe/stripe-js/dist/pure.mjs'
import { act, createElement } from 'react'
import { createRoot } from 'react-dom/client'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { stripeJsStandIn } from './stripe-js-stand-in.ts'
import { startTestSimulator, stripeKeys } from './testing/start-test-simulator.ts'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

const CARD = { 'Card number': '4242 4242 4242 4242', 'Expiry date (MM / YY)': '12 / 34', 'Security code': '123' }
type Typed = Partial<Record<keyof typeof CARD, string>>

/** A page of the shop with the script in it: an intent, and the form in the page. */
async function openForm() {
  const simulator = await startTestSimulator()
  const intent = await newIntent(simulator.url)
  const stripe = load(simulator.url)
  const elements = stripe.elements({ clientSecret: intent.client_secret })
  const place = document.body.appendChild(document.createElement('div'))
  onTestFinished(() => place.remove())
  elements.create('payment').mount(place)
  const pay = () => stripe.confirmPayment({ elements, clientSecret: intent.client_secret, redirect: 'if_required' })
  return { ...simulator, intent, stripe, elements, place, pay }
}

async function newIntent(url: string): Promise<{ id: string; client_secret: string }> {
  const response = await fetch(`${url}/v1/payment_intents`, {
    method: 'POST',
    headers: { authorization: `Bearer ${stripeKeys.secretKey}`, 'content-type': 'application/x-www-form-urlencoded' },
    body: 'amount=320000&currency=kes&metadata[orderNumber]=MAR10042',
  })
  return (await response.json()) as { id: string; client_secret: string }
}

/** What the browser does with the script, done by hand: jsdom fetches none. */
function load(url: string): Stripe {
  new Function(stripeJsStandIn({ url }))()
  return (window as unknown as { Stripe: (key: string) => Stripe }).Stripe('pk_test_of_the_shop')
}

function type(typed: Typed): void {
  for (const label of document.querySelectorAll('label')) {
    const text = typed[label.textContent as keyof Typed]
    const input = document.getElementById(label.htmlFor) as HTMLInputElement
    if (text === undefined) continue
    input.value = text
    input.dispatchEvent(new Event('input', { bubbles: true }))
  }
}

describe('the stand-in for Stripe.js', () => {
  it('labels each field, and says what is still missing', async () => {
    const { elements, pay } = await openForm()
    const labels = [...document.querySelectorAll('label')].map(({ textContent }) => textContent)
    expect(labels).toEqual(Object.keys(CARD))
    expect(await elements.submit()).toMatchObject({ error: { type: 'validation_error' } })
    type({ ...CARD, 'Security code': '' })
    expect(await pay()).toMatchObject({ error: { message: "Your card's security code is incomplete." } })
  })

  it('pays: the money is in the ledger', async () => {
    const { pay, intent, ledger } = await openForm()
    type(CARD)
    expect(await pay()).toMatchObject({ paymentIntent: { id: intent.id, status: 'succeeded' } })
    expect(ledger.entries()).toMatchObject([{ id: intent.id, orderReference: 'MAR10042', amountCents: 320_000 }])
  })

  it.each([
    ['4000 0000 0000 0002', 'Your card was declined.'],
    ['4000 0000 0000 9995', 'Your card has insufficient funds.'],
    ['4000 0000 0000 0069', 'Your card has expired.'],
  ])('tells why %s was refused, and another card may follow', async (number, message) => {
    const { pay, ledger } = await openForm()
    type({ ...CARD, 'Card number': number })
    expect(await pay()).toMatchObject({ error: { type: 'card_error', message } })
    expect(ledger.entries()).toEqual([])
    type(CARD)
    expect(await pay()).toMatchObject({ paymentIntent: { status: 'succeeded' } })
  })

  it.each([true, false])('asks the bank’s question, answered with %s', async (isApproved) => {
    vi.stubGlobal('confirm', () => isApproved)
    onTestFinished(() => void vi.unstubAllGlobals())
    const { pay, ledger } = await openForm()
    type({ ...CARD, 'Card number': '4000 0025 0000 3155' })
    const result = await pay()
    expect(result.paymentIntent?.status).toBe(isApproved ? 'succeeded' : undefined)
    expect(result.error?.code).toBe(isApproved ? undefined : 'payment_intent_authentication_failure')
    expect(ledger.entries()).toHaveLength(isApproved ? 1 : 0)
  })

  it('does not pay an intent whose secret it was not given', async () => {
    const { stripe, elements, intent, ledger } = await openForm()
    type(CARD)
    const clientSecret = `${intent.id}_secret_guessed`
    const result = await stripe.confirmPayment({ elements, clientSecret, redirect: 'if_required' })
    expect(result.error?.type).toBe('invalid_request_error')
    expect(ledger.entries()).toEqual([])
  })

  it('tells of a connection that is gone', async () => {
    const { pay, stop } = await openForm()
    type(CARD)
    await stop()
    expect(await pay()).toMatchObject({ error: { type: 'api_connection_error' } })
  })

  it('insists on submit() when the intent came after the form', async () => {
    const { stripe, intent, place } = await openForm()
    const late = stripe.elements({ mode: 'payment', amount: 320_000, currency: 'kes' }) as StripeElements
    late.create('payment').mount(place)
    type(CARD)
    const pay = () =>
      stripe.confirmPayment({ elements: late, clientSecret: intent.client_secret, redirect: 'if_required' })
    await expect(pay()).rejects.toThrow(/submit/)
    await late.submit()
    expect(await pay()).toMatchObject({ paymentIntent: { status: 'succeeded' } })
  })

  it('is loaded by the library without an error, and lives inside <Elements>', async () => {
    const warn = vi.spyOn(console, 'warn')
    const simulator = await startTestSimulator()
    const { client_secret: clientSecret } = await newIntent(simulator.url)
    load(simulator.url)
    // The library keeps the first Stripe that it meets: no other test may load it.
    const stripe = loadStripe('pk_test_of_the_shop') as Promise<Stripe | null>
    const place = document.body.appendChild(document.createElement('div'))
    const root = createRoot(place)
    onTestFinished(() => {
      act(() => root.unmount())
      place.remove()
    })
    const [onReady, onChange] = [vi.fn(), vi.fn()]
    const form = createElement(PaymentElement, { onReady, onChange })
    await act(async () => {
      root.render(createElement(Elements, { stripe, options: { clientSecret } }, form))
      await stripe
    })
    await expect.poll(() => onReady).toHaveBeenCalledOnce()
    await act(async () => type(CARD))
    expect(onChange).toHaveBeenLastCalledWith(expect.objectContaining({ complete: true, elementType: 'payment' }))
    expect(warn).not.toHaveBeenCalled()
  })
})
