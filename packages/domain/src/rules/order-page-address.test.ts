import { expect, it } from 'vitest'
import { orderPagePath, orderPageUrl, pageSecretForm, withoutPageSecrets } from './order-page-address.ts'

const secret = 'k3-hZ_9uQf0aBcDeFgHiJkLmNoPqRsTuVwXyZ012345'

it.each([
  ['https://marashi.example', `https://marashi.example/order/${secret}`],
  ['https://marashi.example/', `https://marashi.example/order/${secret}`],
  ['http://localhost:3000', `http://localhost:3000/order/${secret}`],
])('links from %s to the page of an order', (publicUrl, link) => {
  expect(pageSecretForm.test(secret)).toBe(true)
  expect(orderPageUrl(publicUrl, secret)).toBe(link)
})

it.each([
  [orderPagePath(secret), '/order/[secret]'],
  [`/api/order-pages/${secret}?x=1`, '/api/order-pages/[secret]?x=1'],
  [`GET /order/${secret} 200`, 'GET /order/[secret] 200'],
  [`"https://marashi.example/order/${secret}"`, '"https://marashi.example/order/[secret]"'],
  [`\\"/order/${secret.slice(4)}\\"`, '\\"/order/[secret]\\"'],
  [`/Order/${secret}`, '/Order/[secret]'],
  [`/order%2F${secret}`, '/order%2F[secret]'],
  [`/order//${secret}`, '/order//[secret]'],
  ['/orders', '/orders'],
  ['/api/orders/0198/payment-status', '/api/orders/0198/payment-status'],
])('writes %s down without its secret', (text, masked) => {
  expect(withoutPageSecrets(text)).toBe(masked)
})
