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
    await shop.query(`insert into job_runs (name, known_since, every_seconds, last_succeeded_at, failing_since)
                      values ('ask', now(), 5, 'epoch'::timestamptz + interval '1 hour', now()), ('tidy', now(), null, null, null)`)
    await shop.app.inject('/api/categories')
    const { body } = await shop.app.inject({ url: '/metrics', headers })
    expect(body).toMatch(
      /^http_request_duration_seconds_count\{method="GET",route="\/api\/categories",status="2xx"\} 1$/m,
    )
    expect(body).toMatch(/^marashi_cache_responses 1$/m)
    expect(body).toMatch(/^marashi_payments_open 1$/m)
    expect(body).toMatch(/^marashi_emails_waiting 0$/m)
    expect(body).toMatch(/^marashi_searches_waiting 0$/m)
    expect(body).toMatch(/^marashi_status_reads_waiting 0$/m)
    expect(body).toMatch(/^marashi_renders_waiting 0$/m)
    expect(body).toMatch(/^marashi_pool_waiting\{pool="requests"\} 0$/m)
    expect(body).toMatch(/^marashi_job_last_succeeded_seconds\{job="ask"\} 3600$/m)
    expect(body).toMatch(/^marashi_job_last_succeeded_seconds\{job="tidy"\} Nan$/m)
    expect(body).toMatch(/^marashi_job_is_failing\{job="ask"\} 1$/m)
    expect(body).toMatch(/^marashi_job_is_failing\{job="tidy"\} 0$/m)
    expect(body).not.toContain('marashi_replica')
    expect(body).toMatch(/^marashi_database_is_up 1$/m)
    expect(body).toMatch(/^nodejs_eventloop_lag_p99_seconds /m)
  })

  it('says how busy each pool of connections is', async () => {
    await using shop = await buildTestApp({ env: { METRICS_TOKEN }, poolSize: 2 })
    const active = () =>
      shop.query(`select from pg_stat_activity where query like '%pg_sleep(0.5)' and state = 'active'`)
    const whileBusy = async () => {
      const sleeps = Array.from({ length: 4 }, () => shop.deps.orm.em.fork().execute('select pg_sleep(0.5)'))
      while ((await active()).length < 2) await new Promise((resolve) => setTimeout(resolve, 10))
      const { body } = await shop.app.inject({ url: '/metrics', headers })
      await Promise.all(sleeps)
      const numberOf = (what: string) =>
        Number(new RegExp(`^marashi_pool_${what}\\{pool="requests"\\} (\\d+)$`, 'm').exec(body)?.[1])
      return [
        numberOf('connections'),
        numberOf('connections_busy'),
        numberOf('connections_max'),
        numberOf('waiting') >= 2,
      ]
    }
    // A machine that gave the test no turn meanwhile is asked again.
    await expect.poll(whileBusy).toEqual([2, 2, 2, true])
  })

  it('drops the number of a job that is gone', async () => {
    await using shop = await buildTestApp({ env: { METRICS_TOKEN } })
    const jobs = async () => (await shop.app.inject({ url: '/metrics', headers })).body.match(/^.*is_failing\{.*$/gm)
    await shop.query(`insert into job_runs (name, known_since) values ('old', now())`)
    expect(await jobs()).toEqual(['marashi_job_is_failing{job="old"} 0'])
    await shop.query('delete from job_runs')
    expect(await jobs()).toBeNull()
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
