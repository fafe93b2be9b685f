import { expect, it } from 'vitest'
import { shopperEmail } from './shopper-email.ts'

const emailTo = (customerName: string) =>
  shopperEmail({
    shop: { name: 'Marashi', phone: '0712 345 678', email: 'shop@example.com' },
    customerName,
    lines: ['we have your order.'],
    link: { label: 'See your order', url: 'https://shop.test/order/x' },
  })
const { html } = emailTo('Amina')

/** Contrast of two colours, as WCAG 2.2 counts it. */
function contrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (lighter + 0.05) / (darker + 0.05)
}

function luminance(colour: string): number {
  const light = (at: number) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  }
  return 0.2126 * light(1) + 0.7152 * light(3) + 0.0722 * light(5)
}

it.each(['#ffffff', '#000000', '#121212', '#202124'])('has a button that is seen on %s', (page) => {
  const [, background = '', text = ''] = /background:(#\w{6});color:(#\w{6})/.exec(html ?? '') ?? []
  expect(contrast(background, page)).toBeGreaterThanOrEqual(3)
  expect(contrast(background, text)).toBeGreaterThanOrEqual(4.5)
})

it('says nothing to a stranger that whoever ordered has typed for a name', () => {
  const lure = 'Amina,\n\nyour account is blocked: https://evil.example'
  const { text, html } = emailTo(lure)
  expect(text).toMatch(/^Hello,\n\nwe have your order\./)
  expect(html).toContain('>Hello,</p>')
  for (const body of [text, html]) expect(body).not.toMatch(/evil|blocked/)
  expect(emailTo("Grace O'Neil").text).toMatch(/^Dear Grace O'Neil,\n/)
})
