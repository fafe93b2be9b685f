import { setImmediate } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { fakeCard } from '../../testing/fake-gateways.ts'
import { MAX_EVENT_LOOP_DELAY_MS } from './backpressure.ts'

const busyFor = (ms: number) => {
  for (const end = performance.now() + ms; performance.now() < end; );
}

/** Blocks the event loop until the shop, which measures its delay once a second, is overloaded. */
async function overload({ app }: TestApp) {
  while (!app.isUnderPressure()) {
    busyFor(1_700)
    await setImmediate()
  }
}

it('sheds reads before orders and the gateways’ callbacks', { timeout: 30_000 }, async () => {
  await using shop = await buildTestApp({
    gateways: { card: fakeCard() },
    maxEventLoopDelay: MAX_EVENT_LOOP_DELAY_MS,
  })
  const asks = [
    { method: 'GET', url: '/api/products' },
    { method: 'GET', url: '/trpc/catalogue.categories' },
    { method: 'POST', url: '/api/products/11111111-1111-4111-8111-111111111111/reviews', payload: {} },
    { method: 'POST', url: '/api/orders', payload: {} },
    { method: 'POST', url: '/trpc/checkout.placeOrder', payload: {} },
    { method: 'POST', url: '/api/hooks/pay/unknown', payload: {} },
    { method: 'POST', url: '/api/hooks/stripe', payload: {} },
  ] as const
  await overload(shop)
  const answers = await Promise.all(asks.map((ask) => shop.app.inject(ask)))
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([503, 503, 503, 400, 400, 404, 400])
  for (const { headers } of answers.slice(0, 3)) expect(headers['retry-after']).toBe('5')
})
