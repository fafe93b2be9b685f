import { describe, expect, it } from 'vitest'
import { stripeProvider } from '../modules/payments/providers/stripe/provider.ts'
import { pagePolicy } from './page-policy.ts'

const inline = { scripts: ["'nonce-n'"], styles: ["'nonce-n'"] }
const hostsOf = (takesCards: boolean) => (takesCards ? { hosts: stripeProvider.browserHosts } : {})

const directives = (takesCards: boolean) =>
  Object.fromEntries(
    pagePolicy({ inline, ...hostsOf(takesCards) })
      .split('; ')
      .map((directive) => [directive.slice(0, directive.indexOf(' ')), directive.slice(directive.indexOf(' ') + 1)]),
  )

describe('what a page may load', () => {
  it('is nothing of Stripe’s without a card key', () => {
    expect(pagePolicy({ inline })).not.toContain('stripe')
  })

  it('is Stripe’s script, its frames and its API where cards are taken, and nothing else', () => {
    const { 'script-src': scripts, 'connect-src': calls, 'frame-src': frames, ...rest } = directives(true)
    expect(scripts).toBe("'self' 'nonce-n' https://js.stripe.com https://*.js.stripe.com")
    expect(calls).toBe("'self' https://api.stripe.com")
    expect(frames).toBe('https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com')
    const { 'script-src': _scripts, 'connect-src': _calls, ...restWithout } = directives(false)
    expect(rest).toEqual(restWithout)
  })
})
