import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { cloneDatabase } from '@marashi/postgres/test-databases'
import { expect, inject, it } from 'vitest'
import { readEnvironment } from '../env.ts'
import { type Deps, jobContext } from '../http/context.ts'
import { hashOf } from '../http/repeats/request-claim.ts'
import { listProducts } from '../modules/catalogue/list-products.ts'
import { type Searches, searchPool } from '../modules/catalogue/search/searches.ts'
import { placeOrder } from '../modules/checkout/place-order.ts'
import { onOrderPool, orderPool } from '../modules/orders/order-pool.ts'
import { paymentStatus } from '../modules/orders/payment-status.ts'
import { buildTestApp } from '../testing/build-test-app.ts'
import { makeCategory, makeOrder, makeProduct } from '../testing/factories.ts'
import { orderRequest } from '../testing/order-request.ts'
import { inDatabase } from '../testing/read-whole-database.ts'
import { readDatabaseTime } from './database-clock.ts'
import { db } from './db.ts'
import { migrate } from './migrate.ts'
import { openDatabase } from './open-database.ts'
import { refuseUnsuitable } from './refuse-unsuitable.ts'

it('has migrations that give exactly the schema of the entities', async () => {
  await using shop = await buildTestApp()
  const difference = await shop.deps.orm.schema.getUpdateSchemaSQL({ wrap: false })
  expect(difference.trim()).toBe('')
})

it('says that another process has the database, where that takes longer than a start waits', async () => {
  const { url, drop } = await cloneDatabase(inject('databaseTemplate'))
  const orm = await openDatabase(url)
  await inDatabase(url, async (ask) => {
    await ask('select pg_advisory_lock(47112026)')
    await expect(migrate(orm, { waitForOthers: '100ms' })).rejects.toThrow(
      'Another process has been copying or updating the database for 100ms, and still is. Nothing was changed.',
    )
  })
  await orm.close()
  await drop()
})

it('has all its connections again after transactions lost theirs', async () => {
  const { url, drop } = await cloneDatabase(inject('databaseTemplate'))
  const orm = await openDatabase(url, { poolSize: 2 })
  const cutOff = () => orm.em.fork().transactional((em) => em.execute('select pg_terminate_backend(pg_backend_pid())'))
  const cutOffBeforeCommit = () =>
    inDatabase(url, (ask) =>
      orm.em.fork().transactional(async (em) => {
        const [backend] = await em.execute<{ pid: number }[]>('select pg_backend_pid() as pid')
        await ask(`select pg_terminate_backend(${backend?.pid}, 5000)`)
      }),
    )
  for (const lose of [cutOff, cutOffBeforeCommit]) {
    await expect(Promise.all([lose(), lose()])).rejects.toThrow(/terminating connection|not queryable/)
  }
  await expect.poll(() => orm.em.fork().execute('select 1 as one')).toEqual([{ one: 1 }])
  await orm.close()
  await drop()
})

it('closes while a connection is being opened, and refuses whoever waits for it', { timeout: 10_000 }, async () => {
  const { url, drop } = await cloneDatabase(inject('databaseTemplate'))
  const orm = await openDatabase(url)
  const closing = await orm.em.fork().transactional(async (em) => {
    await em.execute('select')
    const opening = orm.em.fork().execute('select')
    const closed = orm.close()
    await expect(opening).rejects.toThrow('driver has already been destroyed')
    return { closed }
  })
  await closing.closed
  await drop()
})

it('names a mistyped database in its error, and opens no second, empty shop', async () => {
  await using shop = await buildTestApp()
  const mistyped = shop.databaseUrl.replace(/$/, 'i')
  const orm = await openDatabase(mistyped)
  await expect(migrate(orm)).rejects.toThrow(/There is no database ".*i" .* createdb/)
  await orm.close()
  const { pathname } = new URL(mistyped)
  expect(await shop.query('select from pg_database where datname = $1', [pathname.slice(1)])).toEqual([])
})

it('opens no shop in a database whose texts are not in UTF-8', async () => {
  await using shop = await buildTestApp()
  const url = shop.databaseUrl.replace(/$/, '_ascii')
  const name = new URL(url).pathname.slice(1)
  await shop.query(`create database "${name}" encoding 'SQL_ASCII' locale 'C' template template0`)
  const orm = await openDatabase(url)
  await expect(migrate(orm)).rejects.toThrow(/keeps its texts in SQL_ASCII.* createdb --encoding=UTF8/)
  await orm.close()
  await shop.query(`drop database "${name}"`)
})

it('asks for PostgreSQL 15 or later', async () => {
  const ask = async () => [{ name: 'shop', encoding: 'UTF8', version: 14 }]
  await expect(refuseUnsuitable(ask)).rejects.toThrow('PostgreSQL 15 or later is needed, and DATABASE_URL leads to 14.')
})

it.each([
  ['127.0.0.1:1', 'connect ECONNREFUSED 127.0.0.1:1'],
  ['localhost:1', 'ECONNREFUSED'],
])('a start that does not reach its database at %s names the setting and the remedy', async (host, reason) => {
  const orm = await openDatabase(`postgresql://shop@${host}/duka`)
  const refused = await readDatabaseTime(orm).catch((error: Error) => error.message)
  expect(refused).toMatch(/^The database does not answer: .+\. Check DATABASE_URL and that PostgreSQL runs\.$/)
  expect(refused).toContain(reason)
  await orm.close()
})

it('migrates once when four processes start together', async () => {
  const { url, drop } = await cloneDatabase(inject('databaseTemplate'))
  const fresh = await openDatabase(url)
  await fresh.em.getConnection().execute('drop schema public cascade; create schema public')
  await fresh.close()
  const orms = await Promise.all(Array.from({ length: 4 }, () => openDatabase(url)))
  await Promise.all(orms.map((each) => migrate(each)))
  const [orm] = orms
  const names = readdirSync(fileURLToPath(new URL('../../migrations', import.meta.url))).filter((file) =>
    file.endsWith('.ts'),
  )
  expect(await orm?.migrator.getExecuted()).toHaveLength(names.length)
  await Promise.all(orms.map((each) => each.close()))
  await drop()
})

const insertOrder = `insert into orders (customer_name, customer_phone, delivery_address, delivery_location, delivery_charge, subtotal, total, payment_method)
  values ('A', '0712345678', 'B', 'embu', 0, 100, 100, 'mpesa')`

/** A database without the migration and all later ones, to fill and then to migrate. */
async function databaseBefore(migration: string) {
  const { url, drop } = await cloneDatabase(inject('databaseTemplate'))
  const orm = await openDatabase(url)
  const run = (sql: string) => orm.em.fork().execute(sql)
  await run('drop schema public cascade; create schema public')
  const names = (await orm.migrator.getPending()).map(({ name }) => name)
  expect(names).toContain(migration)
  await orm.migrator.up({ migrations: names.slice(0, names.indexOf(migration)) })
  return {
    run,
    migrate: () => migrate(orm),
    async [Symbol.asyncDispose]() {
      await orm.close()
      await drop()
    },
  }
}

it('keeps the references and receipts of payments made before providers shared columns for them', async () => {
  await using shop = await databaseBefore('Migration20261122000700_payment_providers')
  await shop.run(insertOrder)
  await shop.run(`insert into payments (order_id, payment_method, amount, mpesa_checkout_request_id, mpesa_receipt_number, stripe_payment_intent_id, stripe_charge_id)
                  select id, method, 100, prompt, receipt, intent, charge from orders, (values
                    ('mpesa', 'ws_CO_1', 'TJK1', null, null), ('mpesa', 'ws_CO_2', null, null, null), ('mpesa', null, null, null, null),
                    ('stripe', null, null, 'pi_1', 'ch_1')) made (method, prompt, receipt, intent, charge)`)
  const before = await shop.run('select updated_at from payments order by id')
  await shop.migrate()
  expect(await shop.run('select provider_reference as is, provider_receipt as proof from payments order by 1')).toEqual(
    [
      { is: 'pi_1', proof: 'ch_1' },
      { is: 'ws_CO_1', proof: 'TJK1' },
      { is: 'ws_CO_2', proof: null },
      { is: null, proof: null },
    ],
  )
  expect(await shop.run('select updated_at from payments order by id')).toEqual(before)
})

it('keeps every row of the tables that were renamed, and goes on counting', async () => {
  await using shop = await databaseBefore('Migration20261122000800_names')
  const rowsOf = (table: string) =>
    shop.run(
      `select jsonb_strip_nulls(to_jsonb(t)) - array['attempts', 'next_attempt_at', 'is_confirmation', 'is_of_replaced_address', 'was_tried_together', 'taken', 'is_refused', 'refusals'] as row
       from ${table} t order by to_jsonb(t)::text`,
    )
  await shop.run(insertOrder)
  await shop.run(`insert into payments (order_id, payment_method, amount, is_by_hand, receipt_number)
                  select id, 'mpesa', 100, true, 'TJK1' from orders`)
  await shop.run(`insert into gateway_messages (gateway, event_id, payment_id, body, received_at)
                  select 'mpesa', 'e1', id, '{}', now() from payments`)
  await shop.run(`insert into gateway_pace values ('mpesa', now())`)
  await shop.run(`insert into receipt_mails (payment_id, recipient) select id, 'amina@example.com' from payments`)
  await shop.run(`insert into uploaded_pictures (id, is_doomed) values (gen_random_uuid(), true)`)
  const before = await Promise.all(['gateway_messages', 'gateway_pace', 'receipt_mails', 'tallies'].map(rowsOf))
  expect(before.map((rows) => rows.length)).toEqual([1, 1, 1, 4])
  await shop.migrate()
  expect(await Promise.all(['webhook_events', 'look_up_slots', 'payment_emails', 'counters'].map(rowsOf))).toEqual(
    before,
  )
  expect(await shop.run('select receipt_number from payments where is_manual')).toEqual([{ receipt_number: 'TJK1' }])
  expect(await shop.run('select from uploaded_pictures where is_marked_for_deletion')).toHaveLength(1)
  await shop.run(`update payments set status = 'completed'`)
  const counted = () =>
    shop.run(`select kind, hour, detail, sum(count) as count, sum(amount) as amount from counters
              group by 1, 2, 3 having sum(count) <> 0 order by 1, 2, 3`)
  const kept = await counted()
  expect(kept).toContainEqual(expect.objectContaining({ kind: 'payment', detail: 'mpesa:completed', count: 1 }))
  await shop.run('call rebuild_counters()')
  expect(await counted()).toEqual(kept)
})

it('makes flags of what payments were flagged for, also of what a later writer had replaced', async () => {
  await using shop = await databaseBefore('Migration20261122001000_payment_flags')
  await shop.run(insertOrder)
  await shop.run(`insert into payments (order_id, payment_method, amount, status, attention, is_manual, deleted_at, transaction_id)
                  select id, 'mpesa', made.amount, made.status, made.attention, made.is_manual, made.off::timestamptz, made.tx from orders, (values
                    (1, 'completed', 'late', false, null, 'TX1'), (2, 'failed', 'amount-mismatch', false, '2026-11-20', 'TX1'),
                    (3, 'completed', 'paid-twice', true, '2026-11-20', null), (4, 'processing', null, false, null, null))
                    made (amount, status, attention, is_manual, off, tx)`)
  await shop.run(`insert into payment_events (payment_id, at, source, to_status, note)
                  select id, now(), made.source, 'processing', made.note from payments, (values
                    (1, 'webhook', 'the customer’s bank disputes the charge'), (2, 'callback', 'refused: amount-mismatch'),
                    (4, 'callback', 'flagged: id-mismatch'), (4, 'administrator', 'seen to: id-mismatch'))
                    made (amount, source, note) where made.amount = payments.amount order by made.note`)
  await shop.migrate()
  expect(
    await shop.run(`select p.amount::int, what, source, resolved_by as by from payment_flags f
                    join payments p on p.id = f.payment_id order by 1, f.id`),
  ).toEqual([
    { amount: 1, what: 'disputed', source: 'webhook', by: null },
    { amount: 1, what: 'late', source: 'webhook', by: null },
    { amount: 2, what: 'amount-mismatch', source: 'callback', by: null },
    { amount: 3, what: 'paid-twice', source: 'gateway', by: 'administrator' },
    { amount: 4, what: 'id-mismatch', source: 'callback', by: 'administrator' },
  ])
  expect(
    await shop.run(
      `select amount::int, attention, deleted_at is null as "isListed", transaction_id as tx from payments order by 1`,
    ),
  ).toEqual([
    { amount: 1, attention: 'late', isListed: true, tx: 'TX1' },
    { amount: 2, attention: 'amount-mismatch', isListed: true, tx: null },
    { amount: 3, attention: null, isListed: false, tx: null },
    { amount: 4, attention: null, isListed: true, tx: null },
  ])
})

it('lets a receipt that two payments hold in two spellings stay with the earlier, and flags the later', async () => {
  await using shop = await databaseBefore('Migration20261122001100_payment_references_normalised')
  await shop.run(insertOrder)
  await shop.run(`insert into payments (order_id, payment_method, amount, transaction_id, receipt_number, provider_receipt, created_at)
                  select id, 'mpesa', made.amount, made.tx, made.receipt, made.proof, '2026-11-20'::timestamptz + made.amount * interval '1 min'
                  from orders, (values (1, 'TJK7 rt61sv', null, 'TJK0000001'), (2, 'tjk7rt61sv', null, 'tjk0000001'),
                    (3, ' ', E'tjk7rt61sw\\u200b', 'ch_3Ab')) made (amount, tx, receipt, proof)`)
  await shop.migrate()
  expect(
    await shop.run(`select transaction_id as tx, receipt_number as receipt, provider_receipt as proof, attention,
                           (select count(*)::int from payment_flags f where f.payment_id = p.id) as flags from payments p order by amount`),
  ).toEqual([
    { tx: 'TJK7RT61SV', receipt: null, proof: 'TJK0000001', attention: null, flags: 0 },
    { tx: null, receipt: null, proof: null, attention: 'receipt-used', flags: 2 },
    { tx: null, receipt: 'TJK7RT61SW', proof: 'ch_3Ab', attention: null, flags: 0 },
  ])
})

it('makes one line of names that were taken with line ends, but for a category whose name another has', async () => {
  await using shop = await databaseBefore('Migration20261127155000_one_line_names')
  await shop.run(`insert into categories (name) values (E'Oud\\nand Wood'), (E'Rose\\tLight'), ('rose light')`)
  await shop.run(`insert into products (name, description, category, category_id, price, image, image_alt, notes_top)
                  select E'Amber\\r\\nNight', E'Two\\nlines', name, id, 100, '/a.jpg', E'A\\u2028bottle', array[E'Rose\\t', 'Oud'] from categories
                  where name like 'Oud%'`)
  await shop.run(`insert into products (name, description, category, category_id, price, image)
                  select 'Plain', 'As it was', name, id, 100, '/b.jpg' from categories where name like 'rose%'`)
  await shop.run(`insert into product_pictures (product_id, position, image, alt)
                  select id, 1, '/c.jpg', E'A\\nbox' from products where image_alt is not null`)
  await shop.run(`insert into reviews (product_id, rating, content, customer_name)
                  select id, 5, E'Good.\\nVery.', E'Amina\\tA' from products where image_alt is not null`)
  await shop.migrate()
  expect(await shop.run('select name from categories order by name collate "C"')).toEqual([
    { name: 'Oud and Wood' },
    { name: 'Rose\tLight' },
    { name: 'rose light' },
  ])
  expect(
    await shop.run(`select p.name, p.description, p.category, image_alt as "imageAlt", notes_top as notes, alt, customer_name as by, content
                    from products p left join product_pictures on product_id = p.id left join reviews r on r.product_id = p.id order by p.name`),
  ).toEqual([
    {
      name: 'Amber Night',
      description: 'Two\nlines',
      category: 'Oud and Wood',
      imageAlt: 'A bottle',
      notes: ['Rose', 'Oud'],
      alt: 'A box',
      by: 'Amina A',
      content: 'Good.\nVery.',
    },
    expect.objectContaining({ name: 'Plain', description: 'As it was', category: 'rose light', imageAlt: null }),
  ])
})

it('gives orders that wait to be paid on delivery an end of their hold, and none of another kind', async () => {
  await using shop = await databaseBefore('Migration20261125050000_delivery_holds')
  const order = (days: number, columns: string, values: string) =>
    shop.run(`insert into orders (customer_name, customer_phone, delivery_address, delivery_location, delivery_charge, subtotal, total,
                                  created_at, customer_email, payment_method${columns})
              values ('A', '0712345678', 'B', 'embu', 0, 100, 100, now() - interval '${days} days', ${values})`)
  await order(0, '', `'new', 'manual'`)
  await order(30, '', `'old', 'manual'`)
  await order(0, ', pieces_held_until', `'turned', 'manual', now() + interval '1 hour'`)
  await order(0, ', status', `'begun', 'manual', 'processing'`)
  await order(0, ', paid_at', `'paid', 'manual', now()`)
  await order(0, ', deleted_at', `'deleted', 'manual', now()`)
  await order(0, '', `'prompt', 'mpesa'`)
  await shop.migrate()
  expect(
    await shop.run(`select customer_email as order, round(extract(epoch from pieces_held_until - now()) / 86400)::int as days
                    from orders where pieces_held_until is not null order by 1`),
  ).toEqual([
    { order: 'new', days: 7 },
    { order: 'old', days: 6 },
    { order: 'turned', days: 7 },
  ])
})

it('lets orders that came back to life give back pieces that were gone', async () => {
  await using shop = await databaseBefore('Migration20261126080000_kept_pieces_live_again')
  const order = (status: string) =>
    shop.run(`insert into orders (customer_name, customer_phone, delivery_address, delivery_location, delivery_charge, subtotal, total,
                                  payment_method, status, keeps_pieces)
              values ('A', '0712345678', 'B', 'embu', 0, 100, 100, 'manual', '${status}', true)`)
  await order('cancelled')
  await order('processing')
  await shop.migrate()
  expect(await shop.run(`select status, keeps_pieces as "areGone" from orders order by status`)).toEqual([
    { status: 'cancelled', areGone: true },
    { status: 'processing', areGone: false },
  ])
})

it('lets events and webhooks tell 0 where nothing that went back is left, and events are kept as they are again', async () => {
  await using shop = await databaseBefore('Migration20261126120000_refunds_of_no_payment')
  await shop.run(insertOrder)
  await shop.run(`insert into payments (order_id, payment_method, amount, status, is_manual, refunded_amount)
                  select id, 'mpesa', 100, 'refunded', true, 40 from orders`)
  await shop.run(`update payments set refunded_amount = 100`)
  await shop.run(`update payments set deleted_at = now()`)
  await shop.run(
    `insert into webhook_endpoints (url, types, position, created_at, updated_at) values ('https://books.example', '{order.refunded}', 0, now(), now())`,
  )
  await shop.run(`insert into webhook_deliveries (endpoint_id, message_id, type, subject, body, state, created_at)
                  select e.id, state, 'order.refunded', 's', '{"data":{"refunded":null,"total":100}}', state, now()
                  from webhook_endpoints e, unnest('{waiting,failed,delivered}'::text[]) state`)
  await shop.migrate()
  const events = await shop.run(
    `select data -> 'refunded' as refunded from events where type = 'order.refunded' order by id`,
  )
  expect(events).toEqual([{ refunded: 100 }, { refunded: 0 }])
  expect(await shop.run(`select state from webhook_deliveries where body like '%"refunded":0,%' order by 1`)).toEqual([
    { state: 'failed' },
    { state: 'waiting' },
  ])
  await expect(shop.run(`update events set data = '{}'`)).rejects.toThrow('append-only')
})

it('has no object under a name that the code no longer uses', async () => {
  await using shop = await buildTestApp()
  const names = await shop.query<{ name: string }>(`
    select relname::text as name from pg_class where relnamespace = 'public'::regnamespace
    union select attname from pg_attribute join pg_class c on c.oid = attrelid where relnamespace = 'public'::regnamespace
    union select conname from pg_constraint where connamespace = 'public'::regnamespace
    union select tgname from pg_trigger where not tgisinternal
    union select proname from pg_proc where pronamespace = 'public'::regnamespace`)
  expect(names.length).toBeGreaterThan(300)
  const retired = /tall(y|ies)|gateway_(messages|pace)|receipt_mail|by_hand|doomed|announce/
  expect(names.filter(({ name }) => retired.test(name))).toEqual([])
})

it.each([
  ['a total that is not subtotal plus delivery', `update orders set total = total + 1`],
  ['a negative subtotal', `update orders set subtotal = -1, total = -1 + delivery_charge`],
  ['NaN as a total', `update orders set subtotal = 'NaN', total = 'NaN'`],
  ['an unknown status', `update orders set status = 'lost'`],
  ['an order number M-Pesa cannot show', `update orders set order_number = 'MR-1'`],
  ['a free product', `update products set price = 0`],
  ['a category named twice', `insert into categories (name) values (' OUD ')`],
  ['half a star', `insert into reviews (product_id, rating, content) select id, 0, 'x' from products`],
])('refuses %s', async (_what, sql) => {
  await using shop = await buildTestApp()
  await makeProduct(shop.deps.orm, await makeCategory(shop.deps.orm, 'Oud'))
  await shop.query(`insert into orders (customer_name, customer_phone, delivery_address, delivery_location, delivery_charge, subtotal, total, payment_method)
                    values ('A', '0712345678', 'B', 'embu', 0, 100, 100, 'manual')`)
  await expect(shop.query(sql)).rejects.toThrow(/constraint/)
})

it('uses one version of the whole ORM family', () => {
  const require = createRequire(import.meta.url)
  const versionOf = (name: string) => JSON.parse(readFileSync(require.resolve(`${name}/package.json`), 'utf8')).version
  const family = ['mikro-orm', '@mikro-orm/core', '@mikro-orm/postgresql', '@mikro-orm/migrations'].map(versionOf)
  expect(new Set(family).size).toBe(1)
})

it('has the plan of a statement made from its values each time, although it is parsed once', async () => {
  const { url, drop } = await cloneDatabase(inject('databaseTemplate'))
  const orm = await openDatabase(url, { poolSize: 1, isPreparing: true })
  for (let time = 0; time < 10; time++) {
    await db(orm.em.fork()).selectFrom('products').select('id').where('name', '=', 'Oud Zahra').execute()
  }
  const plans = await orm.em.fork().execute('select generic_plans::int, custom_plans::int from pg_prepared_statements')
  expect(plans).toEqual([{ generic_plans: 0, custom_plans: 9 }])
  await orm.close()
  await drop()
})

it('has a search parsed and planned once for each connection, and sends one statement for it', async () => {
  const { url, drop } = await cloneDatabase(inject('databaseTemplate'))
  const orm = await openDatabase(url, { ...searchPool, poolSize: 1, isPreparing: true })
  const searches: Searches = { waiting: 0, run: (_who, search) => search(orm.em.fork()) }
  const ctx = { ...jobContext({ orm, searches } as unknown as Deps), env: readEnvironment({}) }
  for (let page = 1; page <= 4; page++) await listProducts(ctx, { search: page % 2 ? 'oud' : 'nothing', page })
  const prepared = await orm.em
    .fork()
    .execute(
      `select generic_plans::int, custom_plans::int from pg_prepared_statements where statement like '%search_query%'`,
    )
  expect(prepared).toEqual([{ generic_plans: 3, custom_plans: 0 }])
  await orm.close()
  await drop()
})

it('has orders and their payment’s status planned once for each connection, and reads no whole table for them', async () => {
  await using shop = await buildTestApp({ env: { LIMIT_DELIVERY_ORDERS: '2/86400' } })
  await makeOrder(shop.deps.orm, { status: 'delivered' }) // so that the phone goes on beyond the limit
  const product = await makeProduct(shop.deps.orm, await makeCategory(shop.deps.orm, 'Oud'), { price: 4_500 })
  const orderOrm = await openDatabase(shop.databaseUrl, { ...orderPool, poolSize: 1, isPreparing: true })
  const run = <Row>(sql: string): Promise<Row[]> => orderOrm.em.fork().execute(sql)
  const wholeReads = async () => {
    await run('select pg_stat_force_next_flush()')
    return await run(
      `select relname, seq_scan::int from pg_stat_user_tables where relname <> 'schema_migrations' order by 1`,
    )
  }
  const order = orderRequest(product)
  const ctx = jobContext({ ...shop.deps, orderOrm, log: shop.app.log })
  const place = (idempotencyKey: string) =>
    placeOrder({ ...ctx, requestHash: hashOf(order), caller: { ...ctx.caller, idempotencyKey } }, order)
  const before = await wholeReads()
  for (let time = 1; time <= 4; time++) await place(`an-order-${time}`)
  const { id } = await place('an-order-4')
  for (let time = 1; time <= 4; time++) await paymentStatus(onOrderPool(ctx), { id })
  expect(await wholeReads()).toEqual(before)
  const plans = await run(
    `select statement ~ 'stock_changes' as stores, generic_plans::int as kept, custom_plans::int as planned
     from pg_prepared_statements where statement ~ 'order_keys|stock_count|receipt_claims|phone_digits' order by 1, generic_plans desc`,
  )
  expect(plans).toEqual([
    { stores: false, kept: 4, planned: 0 },
    { stores: false, kept: 3, planned: 0 },
    { stores: false, kept: 3, planned: 0 },
    { stores: false, kept: 3, planned: 0 },
    { stores: true, kept: 3, planned: 0 },
  ])
  await orderOrm.close()
})

it('has nothing prepared where a pooler would lose it', async () => {
  const { url, drop } = await cloneDatabase(inject('databaseTemplate'))
  const orm = await openDatabase(url, { poolSize: 1 })
  for (let time = 0; time < 3; time++) {
    await db(orm.em.fork()).selectFrom('products').select('id').where('name', '=', 'Oud Zahra').execute()
  }
  expect(await orm.em.fork().execute('select from pg_prepared_statements')).toEqual([])
  await orm.close()
  await drop()
})

it('gives a sale back to orders that were paid too much, once that went back, and leaves others alone', async () => {
  await using shop = await databaseBefore('Migration20261126140000_refunds_of_price')
  const order = async (name: string, amount: number, refunded: number) => {
    const [made] =
      await shop.run(`insert into orders (customer_name, customer_phone, delivery_address, delivery_location, delivery_charge,
                                                       subtotal, total, payment_method, paid_at, updated_at, refunded_amount)
                                   values ('${name}', '0712345678', 'B', 'embu', 0, 2000, 2000, 'mpesa', now(), '2026-01-01', ${refunded}) returning id`)
    await shop.run(`insert into payments (order_id, payment_method, amount, status, refunded_amount)
                    values ('${made?.id}', 'mpesa', ${amount}, 'completed', ${refunded})`)
  }
  await order('all that was too much', 20_000, 18_000)
  await order('more than that', 20_000, 18_500)
  await order('of the price', 2_000, 500)
  await shop.migrate()
  expect(
    await shop.run(`select customer_name as name, refunded_amount::int as refunded, order_revenue(o)::int as revenue,
                           updated_at > '2026-01-02' as changed from orders o order by 1`),
  ).toEqual([
    { name: 'all that was too much', refunded: 0, revenue: 2_000, changed: true },
    { name: 'more than that', refunded: 500, revenue: 1_500, changed: true },
    { name: 'of the price', refunded: 500, revenue: 1_500, changed: false },
  ])
})

it('gives payments that were entered as refunded the time at which their money went back as that at which it came', async () => {
  await using shop = await databaseBefore('Migration20261126141000_refunded_money_came')
  await shop.run(insertOrder)
  await shop.run(`insert into payments (order_id, payment_method, amount, status, refunded_amount, completed_at, is_manual)
                  select id, 'mpesa', made.amount, made.status, 100, made.at::timestamptz, true from orders, (values
                    (100, 'refunded', null), (101, 'refunded', '2026-11-01T09:00:00Z'), (200, 'failed', null)) made (amount, status, at)`)
  await shop.run(`insert into payment_refunds (payment_id, payment_method, status, amount, reason, requested_by, requested_at, succeeded_at, updated_at)
                  select id, 'mpesa', 'succeeded', 100, 'Entered', 'administrator', made.at, made.at, made.at
                  from payments, (values ('2026-11-03T09:00:00Z'::timestamptz)) made (at) where status = 'refunded'`)
  await shop.migrate()
  expect(await shop.run('select amount::int, completed_at as "cameAt" from payments order by 1')).toEqual([
    { amount: 100, cameAt: new Date('2026-11-03T09:00:00Z') },
    { amount: 101, cameAt: new Date('2026-11-01T09:00:00Z') },
    { amount: 200, cameAt: null },
  ])
})

it('reckons what M-Pesa leaves to the shop from amount and fee, and believes no fee of 0', async () => {
  await using shop = await databaseBefore('Migration20261126170000_fees_as_listed')
  await shop.run(`insert into gateway_transactions (gateway, reference, kind, amount_cents, fee_cents, net_cents, occurred_at, first_source, created_at)
                  values ('mpesa', 'CHARGED', 'payment', 450000, 2475, 447525, now(), 'statement', now()),
                         ('mpesa', 'UNCHARGED', 'payment', 450000, 0, 450000, now(), 'statement', now()),
                         ('stripe', 'txn_free', 'payment', 450000, 0, 450000, now(), 'balance', now())`)
  await shop.migrate()
  expect(
    await shop.run(
      'select reference, fee_cents::int as fee, net_cents::int as net from gateway_transactions order by 1',
    ),
  ).toEqual([
    { reference: 'CHARGED', fee: 2_475, net: null },
    { reference: 'UNCHARGED', fee: null, net: null },
    { reference: 'txn_free', fee: 0, net: 450_000 },
  ])
})

it('counts the lines of before as changed by the update, without writing one anew while nobody can read them', async () => {
  await using shop = await databaseBefore('Migration20261127102000_changed_lines')
  await shop.run(`insert into gateway_transactions (gateway, reference, kind, amount_cents, occurred_at, first_source, created_at)
    values ('mpesa', 'SGR7XQK2LM', 'payment', 100, '2026-11-01', 'pull', '2026-11-01')`)
  const place = () => shop.run('select ctid from gateway_transactions')
  const before = await place()
  await shop.migrate()
  expect(await place()).toEqual(before)
  expect(await shop.run(`select from gateway_transactions where changed_at > now() - interval '1 hour'`)).toHaveLength(
    1,
  )
})

it('asks once more about cards of before that were being charged when nobody was told that asking ended', async () => {
  await using shop = await databaseBefore('Migration20261127155200_cards_asked_about_again')
  await shop.run(insertOrder)
  await shop.run(`insert into payments (order_id, payment_method, amount, status, provider_reference, next_query_at)
                  select id, made.method, 100, made.status, made.reference, made.at::timestamptz from orders, (values
                    ('stripe', 'processing', 'pi_left', null), ('stripe', 'processing', 'pi_flagged', null),
                    ('stripe', 'processing', 'pi_asked', '2026-11-01T09:00:00Z'), ('stripe', 'pending', 'pi_form', null),
                    ('mpesa', 'processing', 'ws_CO_1', null)) made (method, status, reference, at)`)
  await shop.run(`insert into payment_flags (payment_id, what, source, raised_at, resolved_at, resolved_by, resolution)
                  select id, 'unresolved', 'query', now(), now(), 'administrator', 'not paid' from payments
                  where provider_reference = 'pi_flagged'`)
  await shop.migrate()
  expect(
    await shop.run(`select provider_reference as is, next_query_at > now() + interval '50 minutes' as later
                    from payments where next_query_at is not null order by 1`),
  ).toEqual([
    { is: 'pi_asked', later: false },
    { is: 'pi_left', later: true },
  ])
})

it('names card money of before that the owner has assigned by its charge, unless another payment is that charge', async () => {
  await using shop = await databaseBefore('Migration20261127155300_receipts_of_charges')
  await shop.run(insertOrder)
  await shop.run(`insert into payments (order_id, payment_method, amount, status, is_surplus, provider_receipt, receipt_number, stripe_charge_id)
                  select id, 'stripe', 100, 'completed', made.receipt <> 'txn_1', made.receipt, made.receipt, made.receipt
                  from orders, (values ('txn_1'), ('txn_2'), ('ch_2'), ('txn_unlisted')) made (receipt)`)
  await shop.run(`insert into gateway_transactions (gateway, reference, related_reference, kind, amount_cents, occurred_at, first_source, created_at, payment_id)
                  select 'stripe', provider_receipt, replace(provider_receipt, 'txn', 'ch'), 'payment', 10000, now(), 'balance', now(), id
                  from payments where provider_receipt in ('txn_1', 'txn_2')`)
  await shop.migrate()
  expect(
    await shop.run(
      'select provider_receipt as proof, receipt_number as receipt, stripe_charge_id as charge from payments order by 1',
    ),
  ).toEqual(['ch_1', 'ch_2', 'txn_2', 'txn_unlisted'].map((name) => ({ proof: name, receipt: name, charge: name })))
})
