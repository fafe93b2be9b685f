import { Migration } from '@mikro-orm/migrations'

/** What the counters of a table are made of: a change of one of these columns counts the row again. */
const counted = {
  orders: ['status', 'payment_method', 'total', 'paid_at', 'deleted_at', 'created_at', 'refunded_amount'],
  payments: ['status', 'payment_method', 'amount', 'deleted_at', 'refunded_amount'],
}

const flags = `'late', 'paid-twice', 'order-cancelled', 'amount-mismatch', 'receipt-used', 'id-mismatch', 'confirm-receipt', 'partly-refunded', 'disputed', 'refund-failed', 'refund-unknown', 'unresolved', 'another-receipt', 'dispute-lost', 'webhook-failed', 'email-failed'`

/**
 * One row for each refund. The database itself keeps what goes back within what came in, whoever writes, and lets a payment
 * be reversed once at a time. Revenue and analytics leave out what went back.
 */
export class Migration20261122001100_refunds extends Migration {
  override up(): void {
    this.addSql('set local statement_timeout = 0')
    this.createTable()
    this.allowFlags()
    this.keepWithinPayment()
    this.storeEarlierRefunds()
    this.countNet()
  }

  private createTable(): void {
    this.addSql(
      `create table "payment_refunds" ("id" uuid not null default gen_random_uuid(), "payment_id" uuid not null, "payment_method" text not null, "status" text not null default 'requested', "amount" numeric(10,2) not null, "reason" text not null, "restock_note" text null, "requested_by" text not null, "is_manual" boolean not null default false, "is_reversal" boolean not null default false, "idempotency_key" text null, "provider_reference" text null, "provider_receipt" text null, "failure_code" text null, "failure_reason" text null, "gateway_response" jsonb null, "requested_at" timestamptz not null, "sent_at" timestamptz null, "succeeded_at" timestamptz null, "failed_at" timestamptz null, "next_query_at" timestamptz null, "query_count" int not null default 0, "updated_at" timestamptz not null, primary key ("id"));`,
    )
    this.addSql(`create index "payment_refunds_payment_idx" on "payment_refunds" ("payment_id");`)
    this.addSql(
      `alter table "payment_refunds" add constraint "payment_refunds_idempotency_key_unique" unique ("idempotency_key");`,
    )
    this.addSql(
      `create unique index "payment_refunds_one_reversal" on "payment_refunds" ("payment_id") where "is_reversal" and "status" <> 'failed';`,
    )
    this.addSql(
      `create index "payment_refunds_due_idx" on "payment_refunds" ("next_query_at") where "next_query_at" is not null;`,
    )
    this.addSql(
      `alter table "payment_refunds" add constraint "payment_refunds_reference_unique" unique ("provider_reference", "payment_method");`,
    )
    this.addSql(
      `alter table "payment_refunds" add constraint "payment_refunds_payment_id_foreign" foreign key ("payment_id") references "payments" ("id") on delete cascade;`,
    )
    const checks = {
      payment_method: `payment_method ~ '^[a-z][a-z0-9-]{0,29}$'`,
      amount: 'amount >= 0.01 and amount <= 99999999',
      succeeded_at: `(status = 'succeeded') = (succeeded_at is not null)`,
      failed_at: `(status = 'failed') = (failed_at is not null)`,
      query_count: 'query_count >= 0',
      status: `"status" in ('requested', 'sent', 'unknown', 'succeeded', 'failed')`,
      requested_by: `"requested_by" in ('administrator', 'provider')`,
    }
    for (const [name, condition] of Object.entries(checks)) {
      this.addSql(`alter table "payment_refunds" add constraint "payment_refunds_${name}_check" check (${condition});`)
    }
    // In one step with a default, PostgreSQL before 18 refuses it for a table whose row is a parameter of functions.
    this.addSql(`alter table "orders" add "refunded_amount" numeric(10,2) null;`)
    this.addSql(`alter table "orders" alter "refunded_amount" set default 0;`)
    this.addSql(`update "orders" set "refunded_amount" = 0;`)
    this.addSql(`alter table "orders" alter "refunded_amount" set not null;`)
    this.addSql(
      `alter table "orders" add constraint "orders_refunded_amount_check" check (refunded_amount >= 0 and refunded_amount <= 99999999);`,
    )
  }

  private allowFlags(): void {
    for (const [table, column] of [
      ['payments', 'attention'],
      ['payment_flags', 'what'],
    ] as const) {
      const name = `${table}_${column}_check`
      this.addSql(`alter table "${table}" drop constraint "${name}";`)
      this.addSql(`alter table "${table}" add constraint "${name}" check ("${column}" in (${flags}));`)
    }
  }

  /** Locking the payment makes refunds at the same time wait for each other, also those that no code of the shop wrote. */
  private keepWithinPayment(): void {
    this.addSql(`
      create function keep_refunds_within_payment() returns trigger language plpgsql set search_path = public, pg_temp as $$
      declare
        payment record;
        going_out numeric;
      begin
        if new.status = 'failed' then
          return new;
        end if;
        select amount, status into payment from payments where id = new.payment_id for update;
        select coalesce(sum(amount), 0) + new.amount into going_out from payment_refunds
        where payment_id = new.payment_id and id <> new.id and status <> 'failed';
        if payment.status not in ('completed', 'refunded') or going_out > payment.amount
           or (new.is_reversal and new.amount <> payment.amount) then
          raise exception 'a refund exceeds its payment'
            using errcode = 'check_violation', table = 'payment_refunds', constraint = 'payment_refunds_within_payment';
        end if;
        return new;
      end $$`)
    this.addSql(`
      create trigger payment_refunds_within_payment before insert on payment_refunds
      for each row execute function keep_refunds_within_payment()`)
    // A refund whose amount was reserved before needs no second look, and no lock.
    this.addSql(`
      create trigger payment_refunds_stay_within_payment before update on payment_refunds for each row
      when (old.status = 'failed' or old.amount <> new.amount or old.payment_id <> new.payment_id or new.is_reversal <> old.is_reversal)
      execute function keep_refunds_within_payment()`)
    this.addSql(`
      create function keep_payment_above_refunds() returns trigger language plpgsql set search_path = public, pg_temp as $$
      begin
        if (select coalesce(sum(amount), 0) from payment_refunds where payment_id = new.id and status <> 'failed')
           > (case when new.status in ('completed', 'refunded') then new.amount else 0 end) then
          raise exception 'a payment is less than its refunds'
            using errcode = 'check_violation', table = 'payments', constraint = 'payments_above_refunds';
        end if;
        return new;
      end $$`)
    this.addSql(`
      create trigger payments_above_refunds before update of amount, status on payments for each row
      when (old.amount is distinct from new.amount or old.status is distinct from new.status)
      execute function keep_payment_above_refunds()`)
  }

  private storeEarlierRefunds(): void {
    this.addSql(`
      insert into payment_refunds (payment_id, payment_method, status, amount, reason, requested_by, is_manual, requested_at, succeeded_at, updated_at)
      select p.id, p.payment_method, 'succeeded', least(coalesce(nullif(p.refunded_amount, 0), p.amount), p.amount),
             'Recorded before refunds had rows of their own', case when entered.is_manual then 'administrator' else 'provider' end,
             entered.is_manual, p.updated_at, p.updated_at, p.updated_at
      from payments p
      cross join lateral (select p.is_manual or coalesce((
        select e.source = 'administrator' from payment_events e
        where e.payment_id = p.id and e.note like 'refunded %' order by e.id desc limit 1), false) as is_manual) entered
      where p.status = 'refunded' or (p.status = 'completed' and p.refunded_amount > 0);`)
    this.addSql(`
      update orders o set refunded_amount = p.refunded_amount from payments p
      where p.order_id = o.id and p.status = 'completed' and not p.is_surplus and p.deleted_at is null and p.refunded_amount > 0;`)
  }

  private countNet(): void {
    this.addSql(`
      create or replace function order_revenue(o orders) returns numeric language sql immutable parallel safe
      begin atomic
        select case when o.deleted_at is null and o.status <> 'cancelled'
                         and (o.paid_at is not null or (o.payment_method = 'manual' and o.status = 'delivered'))
                    then greatest(o.total - o.refunded_amount, 0) else 0 end; end`)
    this.addSql(`
      create or replace function counter_changes_of(p payments) returns setof counters language sql immutable rows 1
      begin atomic
        select 'payment'::text, '-infinity'::timestamptz, p.payment_method || ':' || p.status, 1::bigint,
               case when p.status = 'completed' then p.amount - coalesce(p.refunded_amount, 0) else p.amount end
        where p.deleted_at is null; end`)
    for (const [table, columns] of Object.entries(counted)) {
      const changed = columns.map((column) => `old.${column} is distinct from new.${column}`).join(' or ')
      this.addSql(`drop trigger ${table}_count_change on ${table}`)
      this.addSql(`
        create trigger ${table}_count_change after update on ${table} for each row when (${changed})
        execute function count_${table}()`)
    }
    this.addSql('call rebuild_counters()')
  }
}
