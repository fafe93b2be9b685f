import { describe, expect, it } from 'vitest'
import { stripeProvider } from '../modules/payments/providers/stripe/provider.ts'
import { pagePolicy } from './page-policy.ts'

const inline = { scripts: ["'nonce-n'"], styles: ["'nonce-n'"] }
const hostsOf = (takesCards: boolean) => (takesCards ? { hosts: stripeProvider.browserHosts } : {})

const publicUrl = 'https://shop.example'
const directives = (takesCards: boolean) => directivesOf(pagePolicy({ inline, publicUrl, ...hostsOf(takesCards) }))
const directivesOf = (policy: string) =>
  Object.fromEntries(
    policy
      .split('; ')
      .map((directive) => [directive.slice(0, directive.indexOf(' ')), directive.slice(directive.indexOf(' ') + 1)]),
  )

describe('what a page may load', () => {
  it('is nothing of Stripe’s without a card key', () => {
    expect(pagePolicy({ inline, publicUrl })).not.toContain('stripe')
  })

  it('is Stripe’s script, its frames and its API where cards are taken, and nothing else', () => {
    const { 'script-src': scripts, 'connect-src': calls, 'frame-src': frames, ...rest } = directives(true)
    expect(scripts).toBe("'self' 'nonce-n' https://js.stripe.com https://*.js.stripe.com")
    expect(calls).toBe("'self' https://api.stripe.com")
    expect(frames).toBe('https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com')
    const { 'script-src': _scripts, 'connect-src': _calls, ...restWithout } = directives(false)
    expect(rest).toEqual(restWithout)
  })

  it('is every picture that the contract of a product takes', () => {
    const policy = pagePolicy({ inline, publicUrl })
    expect(policy).toMatch(/; upgrade-insecure-requests$/)
    expect(directivesOf(policy)['img-src']).toBe("'self' data: blob: https:")
    // There is no https to go to where the shop itself has none.
    const onHttp = pagePolicy({ inline, publicUrl: 'http://192.168.1.5:4000' })
    expect(onHttp).not.toContain('upgrade-insecure-requests')
    expect(directivesOf(onHttp)['img-src']).toBe("'self' data: blob: https: http:")
  })
})
