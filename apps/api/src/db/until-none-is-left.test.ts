import { expect, it } from 'vitest'
import { purgeSessions } from '../modules/admin/session/purge-sessions.ts'
import { purgeSearchWords } from '../modules/catalogue/search/purge-search-words.ts'
import { purgeEvents } from '../modules/events/purge-events.ts'
import { purgeNotices } from '../modules/notices/purge-notices.ts'
import { purgeExpired } from '../modules/payments/purge-expired.ts'
import { purgeDeliveries } from '../modules/webhooks/purge-deliveries.ts'
import { buildTestApp } from '../testing/build-test-app.ts'
import { makeOrder } from '../testing/factories.ts'
import { BATCH } from './until-none-is-left.ts'

const ROWS = 2 * BATCH + 500

/** What each purge finds after a year without it; `nth` is the number of the row. */
const backlogs: [table: string, insert: string][] = [
  [
    'events',
    `(position, type, subject, occurred_at, written_at, data) select nth, 'order.placed', 's', now(), now() - interval '1 year', '{}'`,
  ],
  [
    'notices',
    `(kind, cause, channel, recipient, text, created_at) select 'order', 'event ' || nth, 'email', 'owner', '{}', now() - interval '1 year'`,
  ],
  [
    'webhook_deliveries',
    `(endpoint_id, position, message_id, type, subject, body, state, created_at)
     select (select id from webhook_endpoints), nth, 'm', 'order.placed', 's', '{}', 'delivered', now() - interval '1 year'`,
  ],
  ['login_guesses', `(who, at) select 'network', now() - interval '1 year'`],
  [
    'order_keys',
    `(key, request_hash, order_id, created_at) select 'k' || nth, 'h', (select id from orders), now() - interval '1 year'`,
  ],
  [
    'request_keys',
    `(caller, operation, key, request_hash, answered_at, created_at) select 'owner', 'POST /x', 'k' || nth, 'h', now(), now() - interval '1 year'`,
  ],
  ['request_slots', `(key, payment_id, free_at) select 'k' || nth, gen_random_uuid(), now() - interval '1 year'`],
  ['rate_limits', `(key, points, expire) select 'k' || nth, 1, 1`],
  [
    'webhook_events',
    `(gateway, event_id, body, received_at, processed_at) select 'mpesa', 'e' || nth, 'body', now() - interval '1 year', now()`,
  ],
  ['search_words', `(word) select 'gone' || nth`],
  ['search_suffixes', `(suffix, word) select 'one' || nth, 'gone' || nth`],
]

it('purges a backlog of any size, a bounded part at a time', { timeout: 60_000 }, async () => {
  await using shop = await buildTestApp()
  await makeOrder(shop.deps.orm)
  await shop.query(`insert into webhook_endpoints (url, types, position, created_at, updated_at)
                    values ('https://receiver.example', '{order.placed}', 0, now(), now())`)
  await shop.query('alter table events disable trigger user')
  await shop.query('delete from events')
  await shop.query(`create function refuse_many() returns trigger language plpgsql as $$
    begin
      if (select count(*) from gone) > ${BATCH} then raise exception 'too many rows of % at once', tg_table_name; end if;
      return null;
    end $$`)
  for (const [table, insert] of backlogs) {
    await shop.query(`insert into ${table} ${insert} from generate_series(1, ${ROWS}) nth`)
    for (const change of ['delete', 'update'])
      await shop.query(`create trigger bounded_${change} after ${change} on ${table} referencing old table as gone
                        for each statement execute function refuse_many()`)
  }
  const ctx = () => ({ em: shop.deps.orm.em.fork(), clock: shop.deps.clock })
  for (const purge of [purgeEvents, purgeNotices, purgeSessions, purgeExpired, purgeDeliveries]) await purge(ctx())
  await purgeSearchWords(ctx().em)
  const left = async (table: string, where = 'true') =>
    (await shop.query<{ count: number }>(`select count(*)::int as count from ${table} where ${where}`))[0]?.count
  expect(await left('events')).toBe(1)
  expect(await left('webhook_events', 'body is not null')).toBe(0)
  for (const [table] of backlogs)
    if (!['events', 'webhook_events'].includes(table)) expect(await left(table), table).toBe(0)
})
