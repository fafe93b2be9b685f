import { describe, expect, it } from 'vitest'
import { buildTestApp } from '../../testing/build-test-app.ts'
import { makeOrder, makePayment } from '../../testing/factories.ts'

const METRICS_TOKEN = 'a word for Prometheus'
const headers = { authorization: `Bearer ${METRICS_TOKEN}` }

describe('GET /metrics', () => {
  it('is no page of a shop without a token', async () => {
    await using shop = await buildTestApp()
    expect((await shop.app.inject({ url: '/metrics', headers })).statusCode).toBe(404)
  })

  it.each([undefined, 'Bearer', 'Bearer guessed', METRICS_TOKEN])('answers 401 to %s', async (authorization) => {
    await using shop = await buildTestApp({ env: { METRICS_TOKEN } })
    const answer = await shop.app.inject({ url: '/metrics', headers: authorization ? { authorization } : {} })
    expect(answer.statusCode).toBe(401)
    expect(answer.body).not.toContain('marashi_')
  })

  it('says what was asked for, what is cached and what waits', async () => {
    await using shop = await buildTestApp({ env: { METRICS_TOKEN } })
    const { orm } = shop.deps
    await makePayment(orm, await makeOrder(orm))
    await shop.app.inject('/api/categories')
    const { body } = await shop.app.inject({ url: '/metrics', headers })
    expect(body).toMatch(
      /^http_request_duration_seconds_count\{method="GET",route="\/api\/categories",status="2xx"\} 1$/m,
    )
    expect(body).toMatch(/^marashi_cache_responses 1$/m)
    expect(body).toMatch(/^marashi_payments_open 1$/m)
    expect(body).toMatch(/^marashi_emails_waiting 0$/m)
    expect(body).toMatch(/^marashi_searches_waiting 0$/m)
    expect(body).not.toContain('marashi_replica')
    expect(body).toMatch(/^marashi_database_is_up 1$/m)
    expect(body).toMatch(/^nodejs_eventloop_lag_p99_seconds /m)
  })

  it('still says how the process is while the database is away', async () => {
    await using shop = await buildTestApp({ env: { METRICS_TOKEN } })
    await shop.query('alter table payment_emails rename to payment_emails_lost')
    const { body, statusCode } = await shop.app.inject({ url: '/metrics', headers })
    expect(statusCode).toBe(200)
    expect(body).toMatch(/^marashi_database_is_up 0$/m)
    expect(body).toMatch(/^process_resident_memory_bytes \d+/m)
  })
})
