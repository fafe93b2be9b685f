import { expect, it } from 'vitest'
import { purgeSessions } from '../modules/admin/session/purge-sessions.ts'
import { purgeSearchWords } from '../modules/catalogue/search/purge-search-words.ts'
import { purgeEvents } from '../modules/events/purge-events.ts'
import { purgeNotices } from '../modules/notices/purge-notices.ts'
import { purgeExpired } from '../modules/payments/purge-expired.ts'
import { purgeDeliveries } from '../modules/webhooks/purge-deliveries.ts'
import { buildTestApp, type TestApp } from '../testing/build-test-app.ts'
import { makeOrder, makePayment } from '../testing/factories.ts'
import { asAnotherRequest } from '../testing/refuse-second-connections.ts'
import { PURGE_BATCH } from './until-none-is-left.ts'

const ROWS = 2 * PURGE_BATCH + 500

type Backlog = [table: string, columns: string, values: (at: string) => string, kept: string | null]

/** What each purge finds after a year without it, `nth` is the number of the row; and the age of a row that it must leave. */
const backlogs: Backlog[] = [
  [
    'events',
    'position, type, subject, occurred_at, written_at, data',
    (at) => `nth, 'order.placed', 's', now(), ${at}, '{}'`,
    `now() - interval '30 days'`,
  ],
  [
    'notices',
    'kind, cause, channel, recipient, text, created_at',
    (at) => `'order', 'event ' || nth, 'email', 'owner', '{}', ${at}`,
    `now() - interval '29 days'`,
  ],
  [
    'webhook_deliveries',
    'endpoint_id, position, message_id, type, subject, body, state, created_at',
    (at) => `(select id from webhook_endpoints), nth, 'm', 'order.placed', 's', '{}', 'delivered', ${at}`,
    `now() - interval '29 days'`,
  ],
  ['login_guesses', 'who, at', (at) => `'network', ${at}`, `now() - interval '23 hours'`],
  [
    'order_keys',
    'key, request_hash, order_id, created_at',
    (at) => `'k' || nth, 'h', (select id from orders), ${at}`,
    `now() - interval '6 days'`,
  ],
  [
    'request_keys',
    'caller, operation, key, request_hash, answered_at, created_at',
    (at) => `'owner', 'POST /x', 'k' || nth, 'h', now(), ${at}`,
    `now() - interval '6 days'`,
  ],
  [
    'request_slots',
    'key, payment_id, free_at',
    (at) => `'k' || nth, gen_random_uuid(), ${at}`,
    `now() - interval '23 hours'`,
  ],
  [
    'rate_limits',
    'key, points, expire',
    (at) => `'k' || nth, 1, 1_000 * extract(epoch from ${at})`,
    `now() + interval '1 hour'`,
  ],
  [
    'webhook_events',
    'gateway, event_id, body, received_at, processed_at',
    (at) => `'mpesa', 'e' || nth, 'body', ${at}, now()`,
    `now() - interval '89 days'`,
  ],
  // These go with the last product that has them, at no age.
  ['search_words', 'word', () => `'gone' || nth`, null],
  ['search_suffixes', 'suffix, word', () => `'one' || nth, 'gone' || nth`, null],
]

it('purges a backlog of any size, a part at a time, and nothing that is still needed', {
  timeout: 60_000,
}, async () => {
  await using shop = await buildTestApp()
  await makeOrder(shop.deps.orm)
  await shop.query(`insert into webhook_endpoints (url, types, position, created_at, updated_at)
                    values ('https://receiver.example', '{order.placed}', 0, now(), now())`)
  await shop.query('alter table events disable trigger user')
  await shop.query('delete from events')
  await shop.query(`create function refuse_many() returns trigger language plpgsql as $$
    begin
      if (select count(*) from gone) > ${PURGE_BATCH} then raise exception 'too many rows of % at once', tg_table_name; end if;
      return null;
    end $$`)
  const left = (table: string) =>
    shop.query(`select * from ${table} ${table === 'webhook_events' ? 'where body is not null' : ''}`)
  const kept: unknown[][] = []
  for (const [table, columns, values, keptAt] of backlogs) {
    const insert = (at: string, rows: string) =>
      shop.query(`insert into ${table} (${columns}) select ${values(at)} from ${rows} nth`)
    if (keptAt) await insert(keptAt, `generate_series(${ROWS + 1}, ${ROWS + 1})`)
    kept.push(await left(table))
    await insert(`now() - interval '1 year'`, `generate_series(1, ${ROWS})`)
    for (const change of ['delete', 'update'])
      await shop.query(`create trigger bounded_${change} after ${change} on ${table} referencing old table as gone
                        for each statement execute function refuse_many()`)
  }
  for (const purge of [purgeEvents, purgeNotices, purgeSessions, purgeExpired, purgeDeliveries])
    await purge(ctxOf(shop))
  await purgeSearchWords(ctxOf(shop).em)
  for (const [index, [table]] of backlogs.entries()) expect(await left(table), table).toEqual(kept[index])
})

const ctxOf = ({ deps: { orm, clock, settings } }: TestApp) => ({ em: orm.em.fork(), clock, settings })

it.each([
  [
    'a delivery that the owner sends again',
    `insert into webhook_deliveries (endpoint_id, position, message_id, type, subject, body, state, created_at)
     select id, 1, 'm', 'order.placed', 's', '{}', 'failed', now() - interval '1 year' from webhook_endpoints`,
    `update webhook_deliveries set state = 'waiting', next_attempt_at = now()`,
    purgeDeliveries,
    `select from webhook_deliveries`,
  ],
  [
    'who paid what is assigned to an order',
    `insert into gateway_transactions (gateway, reference, kind, amount_cents, occurred_at, first_source, payer_name, created_at)
     values ('mpesa', 'TJK1', 'payment', 100, now(), 'pull', 'Amina', now() - interval '1 year')`,
    `update gateway_transactions set payment_id = (select id from payments)`,
    purgeExpired,
    `select from gateway_transactions where payer_name = 'Amina'`,
  ],
  [
    'a message that is to be processed again',
    `insert into webhook_events (gateway, event_id, body, received_at, processed_at)
     values ('stripe', 'e1', 'body', now() - interval '1 year', now())`,
    `update webhook_events set processed_at = null, next_attempt_at = now()`,
    purgeExpired,
    `select from webhook_events where body = 'body'`,
  ],
])('keeps %s while it is purged', async (_what, stored, takenUp, purge, kept) => {
  await using shop = await buildTestApp()
  await makePayment(shop.deps.orm, await makeOrder(shop.deps.orm))
  await shop.query(`insert into webhook_endpoints (url, types, position, created_at, updated_at)
                    values ('https://receiver.example', '{order.placed}', 0, now(), now())`)
  await shop.query(stored)
  let purged: Promise<void> | undefined
  await shop.deps.orm.em.fork().transactional(async (tx) => {
    await tx.execute(takenUp)
    purged = asAnotherRequest(() => purge(ctxOf(shop)))
    const waits = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    await expect.poll(() => shop.query(waits)).toHaveLength(1)
  })
  await purged
  expect(await shop.query(kept)).toHaveLength(1)
})
