import { Migration } from '@mikro-orm/migrations'

/**
 * What lets one person run a shop of a million orders from a phone: searches by index, lists by index, and tallies kept
 * by triggers instead of counts that grow with the books.
 */
export class Migration20261121000005_back_office extends Migration {
  override up(): void {
    this.searchOrders()
    this.searchPayments()
    this.listPayments()
    this.listReviews()
    this.tally()
  }

  private searchOrders(): void {
    // 0712 345 678, +254 712 345 678 and 00254712345678 are one phone.
    this.addSql(String.raw`
      create function phone_digits(phone text) returns text language sql immutable strict parallel safe
      as $$ select regexp_replace(regexp_replace(phone, '\D', '', 'g'), '^(00)?254', '0') $$`)
    this.addSql(`
      create function order_search_text(number text, name text, phone text, email text, mpesa_phone text, receipt text, intent text)
      returns text language sql immutable parallel safe
      as $$ select shop_fold(number || ' ' || name || ' ' || coalesce(email, '') || ' ' || coalesce(receipt, '') || ' '
                             || coalesce(intent, ''))
                   || ' ' || phone_digits(phone) || ' ' || coalesce(phone_digits(mpesa_phone), '') $$`)
    // The card payment's last eight characters are what the order card shows.
    this.addSql(`
      create function order_search_keys(number text, phone text, email text, mpesa_phone text, receipt text, intent text)
      returns text[] language sql immutable parallel safe
      as $$ select array_remove(array[lower(number), phone_digits(phone), phone_digits(mpesa_phone), lower(email),
                                      lower(receipt), lower(intent), lower(right(intent, 8))], null) $$`)
    this.addSql(`
      alter table "orders"
        add "search_text" text generated always as (order_search_text(order_number, customer_name, customer_phone, customer_email, mpesa_phone, mpesa_receipt_number, stripe_payment_intent_id)) stored null,
        add "search_keys" text[] generated always as (order_search_keys(order_number, customer_phone, customer_email, mpesa_phone, mpesa_receipt_number, stripe_payment_intent_id)) stored null`)
    this.addSql(`create index "orders_search_idx" on "orders" using gin ("search_text" gin_trgm_ops)`)
    this.addSql(`create index "orders_search_keys_idx" on "orders" using gin ("search_keys")`)
  }

  private searchPayments(): void {
    this.addSql(`
      create function payment_search_text(order_id uuid, transaction_id text, receipt text, mpesa_receipt text, intent text, charge text, checkout text)
      returns text language sql immutable parallel safe
      as $$ select shop_fold(order_id::text || ' ' || coalesce(transaction_id, '') || ' ' || coalesce(receipt, '') || ' '
                             || coalesce(mpesa_receipt, '') || ' ' || coalesce(intent, '') || ' ' || coalesce(charge, '') || ' '
                             || coalesce(checkout, '')) $$`)
    this.addSql(`
      alter table "payments" add "is_by_hand" boolean not null default false, add "deleted_at" timestamptz null,
        add "search_text" text generated always as (payment_search_text(order_id, transaction_id, receipt_number, mpesa_receipt_number, stripe_payment_intent_id, stripe_charge_id, mpesa_checkout_request_id)) stored null`)
    this.addSql(`create index "payments_search_idx" on "payments" using gin ("search_text" gin_trgm_ops)`)
  }

  private listPayments(): void {
    // What was taken off the books' lists leaves its transaction id free for the entry that corrects it.
    this.addSql(`alter table "payments" drop constraint "payments_transaction_id_unique"`)
    this.addSql(
      `create unique index "payments_transaction_id_unique" on "payments" ("transaction_id") where "deleted_at" is null`,
    )
    this.addSql(`drop index "payments_one_per_order"`)
    this.addSql(
      `create unique index "payments_one_per_order" on "payments" ("order_id") where "status" = 'completed' and not "is_surplus" and "deleted_at" is null`,
    )
    this.addSql(`drop index "payments_newest_idx"`)
    for (const [name, columns] of [
      ['newest', ''],
      ['status_newest', '"status", '],
      ['method_newest', '"payment_method", '],
      ['method_status_newest', '"payment_method", "status", '],
    ]) {
      this.addSql(
        `create index "payments_${name}_idx" on "payments" (${columns}"created_at" desc, "id" desc) where "deleted_at" is null`,
      )
    }
    this.addSql(
      `create index "payments_attention_idx" on "payments" ("created_at" desc, "id" desc) where "attention" is not null and "deleted_at" is null`,
    )
    this.addSql(
      `create index "payments_open_idx" on "payments" ("initiated_at" desc, "id" desc) where "status" in ('pending', 'processing') and "deleted_at" is null`,
    )
  }

  private listReviews(): void {
    this.addSql(
      `alter table "reviews" add "search_text" text generated always as (shop_fold(coalesce(customer_name, '') || ' ' || content)) stored null`,
    )
    this.addSql(`create index "reviews_search_idx" on "reviews" using gin ("search_text" gin_trgm_ops)`)
    this.addSql(
      `create index "reviews_newest_idx" on "reviews" ("created_at" desc, "id" desc) where "deleted_at" is null`,
    )
  }

  /**
   * A tally is a sum of rows: triggers only ever add one, so orders that are placed at once never wait for each other, and
   * a job folds them together (kernel/tallies.ts). `hour` is -infinity where a tally is over all time.
   */
  private tally(): void {
    this.addSql(`
      create table tallies (
        kind text not null, hour timestamptz not null, detail text not null, count bigint not null, amount numeric(18,2) not null)`)
    this.addSql('create index tallies_kind_idx on tallies (kind, hour, detail)')

    // The one definition of revenue (docs/behaviour.md#revenue), in shillings.
    this.addSql(`
      create function order_revenue(o orders) returns numeric language sql immutable parallel safe
      as $$ select case when o.deleted_at is null and o.status <> 'cancelled'
                         and (o.paid_at is not null or (o.payment_method = 'manual' and o.status = 'delivered'))
                        then o.total else 0 end $$`)
    this.addSql(`
      create function tallies_of(o orders) returns setof tallies language sql immutable rows 2
      as $$ select 'order', '-infinity'::timestamptz, o.status, 1::bigint, order_revenue(o) where o.deleted_at is null
            union all
            select 'order', date_trunc('hour', o.created_at, 'UTC'), '', 1, order_revenue(o) where o.deleted_at is null $$`)
    this.addSql(`
      create function tallies_of(p payments) returns setof tallies language sql immutable rows 1
      as $$ select 'payment', '-infinity'::timestamptz, p.payment_method || ':' || p.status, 1::bigint, p.amount
            where p.deleted_at is null $$`)
    this.addSql(`
      create function tallies_of(r reviews) returns setof tallies language sql immutable rows 1
      as $$ select 'review', '-infinity'::timestamptz, r.status, 1::bigint, 0::numeric where r.deleted_at is null $$`)
    this.addSql(`
      create function tallies_of(p products) returns setof tallies language sql immutable rows 1
      as $$ select 'product', '-infinity'::timestamptz, '', 1::bigint, 0::numeric $$`)

    const watched = {
      orders: ['status', 'payment_method', 'total', 'paid_at', 'deleted_at', 'created_at'],
      payments: ['status', 'payment_method', 'amount', 'deleted_at'],
      reviews: ['status', 'deleted_at'],
      products: [],
    }
    for (const [table, columns] of Object.entries(watched)) {
      this.addSql(`
        create function tally_${table}() returns trigger language plpgsql as $$
        begin
          if tg_op <> 'INSERT' then
            insert into tallies select kind, hour, detail, -count, -amount from tallies_of(old);
          end if;
          if tg_op <> 'DELETE' then
            insert into tallies select * from tallies_of(new);
          end if;
          return null;
        end $$`)
      this.addSql(`
        create trigger ${table}_tally after insert or delete on ${table} for each row execute function tally_${table}()`)
      if (columns.length > 0) {
        const changed = columns.map((column) => `old.${column} is distinct from new.${column}`).join(' or ')
        this.addSql(`
          create trigger ${table}_tally_change after update on ${table} for each row when (${changed})
          execute function tally_${table}()`)
      }
    }
    this.countAfresh(Object.keys(watched))
  }

  /** Counts what the books hold already; also for whoever loads them with the triggers off. */
  private countAfresh(tables: string[]): void {
    const selects = tables.map(
      (table) => `
        select t.kind, t.hour, t.detail, sum(t.count), sum(t.amount) from ${table} x, tallies_of(x) t group by 1, 2, 3`,
    )
    this.addSql(`
      create procedure count_tallies_afresh() language sql
      as $$ delete from tallies; insert into tallies ${selects.join(' union all ')} $$`)
    this.addSql('call count_tallies_afresh()')
  }
}
