import { newClient } from '@marashi/postgres/connection'
import type pg from 'pg'

/** How many rows the shop holds. Each order has one payment. */
export interface DatabaseState {
  products: number
  orders: number
  reviews: number
}

/** In every shop, however large, this many orders, payments and reviews hold the words of `planted`. */
const PLANTED = 5

/** What finds the planted rows: a whole value finds the first of them, a word finds all of them. */
export const planted = {
  name: 'Zawadi Mwangaza',
  number: 'MR900001',
  phone: '+254 700 900 001',
  email: 'zawadi1@example.org',
  receipt: 'ZWD0000001',
  cardEnd: 'ZWD00001',
  word: 'mwangaza',
}

/**
 * Fills an empty, migrated database with two years of orders in a few statements. Everything grows with the number of
 * orders except what the administrator handles daily: flagged payments stay few.
 */
export async function insertOrderFixtures(
  databaseUrl: string,
  { products, orders, reviews }: DatabaseState,
): Promise<void> {
  const client = newClient(databaseUrl)
  await client.connect()
  try {
    // Triggers and foreign keys would check every row alone; the counters are rebuilt at the end.
    await client.query(
      `set session_replication_role = replica; set maintenance_work_mem = '1GB'; set synchronous_commit = off`,
    )
    const indexes = await dropIndexes(client)
    await client.query(`insert into categories (name) values ('Everything')`)
    await client.query(
      `insert into products (name, description, category, category_id, price, image, created_at)
       select 'Perfume ' || n, 'A quiet scent, number ' || n, 'Everything', c.id, 1500 + n % 90 * 50, '/media/bottle-' || n % 48 || '/1080.jpg',
              now() - n * interval '1 minute'
       from generate_series(1, $1::int) n, categories c`,
      [products],
    )
    await client.query(
      `insert into reviews (product_id, rating, content, customer_name, status, created_at)
       select p.id, 3 + n % 3, case when n <= ${PLANTED} then 'As bright as mwangaza.' else 'It lasts the whole day, says ' || md5(n::text) end,
              'Amina', case n % 10 when 0 then 'pending' when 1 then 'rejected' else 'approved' end, now() - n * interval '5 minutes'
       from (select n, 1 + n * 7919 % $2::int as nth from generate_series(1, $1::int) n) r
       join (select id, row_number() over () as nth from products) p using (nth)`,
      [reviews, products],
    )
    await fillOrders(client, orders)
    for (const definition of indexes) await client.query(definition)
    await client.query('call rebuild_counters()')
    await client.query('vacuum (analyze)')
  } finally {
    await client.end()
  }
}

/** Building an index over what is there takes a fraction of the time of keeping it while rows come in. */
async function dropIndexes(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index
     where indrelid in ('orders'::regclass, 'order_items'::regclass, 'payments'::regclass, 'reviews'::regclass)
       and not indisunique`,
  )
  for (const { name } of rows) await client.query(`drop index ${name}`)
  return rows.map(({ definition }) => definition)
}

async function fillOrders(client: pg.Client, count: number): Promise<void> {
  await client.query(
    `insert into orders (order_number, customer_name, customer_phone, customer_email, delivery_address, delivery_location,
                         delivery_charge, subtotal, total, status, payment_method, paid_at, mpesa_status, mpesa_receipt_number,
                         stripe_payment_intent_id, created_at)
     select 'MR' || case when isPlanted then 900000 + n else 1000000 + n end,
            case when isPlanted then $2 else (array['Amina','Wanjiku','Otieno','Njeri','Kamau','Achieng','Baraka','Zuri','Juma','Neema'])[1 + n % 10]
              || ' ' || (array['Mwangi','Odhiambo','Kiprop','Hassan','Mutua'])[1 + n / 10 % 5] end,
            case when isPlanted then '070090000' || n else '07' || lpad((n::bigint * 7919 % 100000000)::text, 8, '1') end,
            case when isPlanted then 'zawadi' || n || '@example.org' else 'shopper' || n || '@example.com' end,
            'Kimathi Street ' || n % 90, 'nairobi-cbd', 200, 4500, 4700,
            case when n % 100 = 0 then 'cancelled' when n % 100 < 4 then 'pending' when n % 100 < 10 then 'processing'
                 when n % 100 < 20 then 'shipped' else 'delivered' end,
            case when n % 5 = 0 then 'stripe' else 'mpesa' end, case when n % 100 >= 4 then made end,
            case when n % 5 > 0 and n % 100 >= 4 then 'paid' end,
            case when isPlanted then 'ZWD000000' || n when n % 5 > 0 and n % 100 >= 4 then 'T' || upper(substr(md5(n::text), 1, 3)) || lpad(upper(to_hex(n)), 6, '0') end,
            case when isPlanted then 'pi_3PlantedZWD0000' || n when n % 5 = 0 then 'pi_3' || md5(n::text) end, made
     from (select n, n <= ${PLANTED} as isPlanted, now() - n * (interval '730 days' / $1::int) as made from generate_series(1, $1::int) n) o
     on conflict do nothing`,
    [count, planted.name],
  )
  await client.query(
    `insert into order_items (order_id, product_name, product_price, quantity, position)
     select id, 'Perfume', 4500, 1, 1 from orders`,
  )
  await client.query(
    `insert into payments (order_id, payment_method, amount, status, receipt_number, provider_receipt, mpesa_receipt_number,
                           provider_reference, stripe_payment_intent_id, initiated_at, completed_at, created_at, updated_at)
     select id, payment_method, total, case when paid_at is not null then 'completed' else 'failed' end, mpesa_receipt_number,
            mpesa_receipt_number, mpesa_receipt_number, stripe_payment_intent_id, stripe_payment_intent_id, created_at, paid_at,
            created_at, created_at
     from orders`,
  )
  await client.query(
    `insert into payment_flags (payment_id, what, source, raised_at)
     select p.id, 'late', 'callback', p.created_at from payments p join orders o on o.id = p.order_id where o.customer_name = $1`,
    [planted.name],
  )
}
