import { Migration } from '@mikro-orm/migrations'

/**
 * Every line of a gateway's own ledger that the shop hears of, and what happened to it. What came is kept as it came:
 * triggers let missing facts be added and let the line be connected with rows of ours, nothing else.
 */
export class Migration20261122001110_gateway_transactions extends Migration {
  override up(): void {
    this.addSql('set local statement_timeout = 0')
    this.createTables()
    this.addConfirmationAsSource()
    this.createTriggers()
  }

  private createTables(): void {
    this.addSql(
      `create table "gateway_transaction_events" ("id" bigserial primary key, "transaction_id" uuid not null, "at" timestamptz not null, "by" text not null, "what" text not null, "note" text null);`,
    )
    this.addSql(
      `create index "gateway_transaction_events_transaction_idx" on "gateway_transaction_events" ("transaction_id");`,
    )
    this.addSql(
      `create table "gateway_transactions" ("id" uuid not null default gen_random_uuid(), "gateway" text not null, "reference" text not null, "kind" text not null, "amount_cents" bigint not null, "fee_cents" bigint null, "net_cents" bigint null, "balance_currency" text null, "occurred_at" timestamptz not null, "account" text null, "payer_name" text null, "payer_phone" text null, "description" text null, "related_reference" text null, "first_source" text not null, "on_statement_at" timestamptz null, "payment_id" uuid null, "refund_id" uuid null, "dismissed_at" timestamptz null, "created_at" timestamptz not null, primary key ("id"));`,
    )
    this.addSql(
      `create index "gateway_transactions_unmatched_idx" on "gateway_transactions" ("occurred_at" desc, "id" desc) where "payment_id" is null and "refund_id" is null and "dismissed_at" is null and "kind" in ('payment', 'refund');`,
    )
    this.addSql(
      `create index "gateway_transactions_newest_idx" on "gateway_transactions" ("occurred_at" desc, "id" desc);`,
    )
    this.addSql(
      `create index "gateway_transactions_payment_idx" on "gateway_transactions" ("payment_id") where "payment_id" is not null;`,
    )
    this.addSql(
      `create index "gateway_transactions_refund_idx" on "gateway_transactions" ("refund_id") where "refund_id" is not null;`,
    )
    this.addSql(
      `alter table "gateway_transactions" add constraint "gateway_transactions_reference_unique" unique ("reference", "gateway");`,
    )
    for (const [table, name, check] of [
      ['gateway_transaction_events', 'by', `"by" in ('administrator', 'shop')`],
      [
        'gateway_transaction_events',
        'what',
        `"what" in ('reported', 'matched', 'assigned', 'unassigned', 'dismissed', 'restored')`,
      ],
      ['gateway_transactions', 'one_purpose', 'num_nonnulls(payment_id, refund_id, dismissed_at) <= 1'],
      ['gateway_transactions', 'gateway', `gateway ~ '^[a-z][a-z0-9-]{0,29}$'`],
      ['gateway_transactions', 'kind', `"kind" in ('payment', 'refund', 'dispute', 'fee', 'payout', 'other')`],
      [
        'gateway_transactions',
        'first_source',
        `"first_source" in ('confirmation', 'pull', 'statement', 'balance', 'status-query')`,
      ],
    ]) {
      this.addSql(`alter table "${table}" add constraint "${table}_${name}_check" check (${check});`)
    }
    for (const [column, table] of [
      ['payment_id', 'payments'],
      ['refund_id', 'payment_refunds'],
    ]) {
      this.addSql(
        `alter table "gateway_transactions" add constraint "gateway_transactions_${column}_foreign" foreign key ("${column}") references "${table}" ("id") on delete set null;`,
      )
    }
  }

  private addConfirmationAsSource(): void {
    for (const table of ['payment_events', 'payment_flags']) {
      this.addSql(`alter table "${table}" drop constraint "${table}_source_check";`)
      this.addSql(
        `alter table "${table}" add constraint "${table}_source_check" check ("source" in ('shopper', 'gateway', 'callback', 'webhook', 'confirm', 'query', 'confirmation', 'administrator'));`,
      )
    }
  }

  private createTriggers(): void {
    this.addSql(`
      create function refuse_rewriting_transactions() returns trigger language plpgsql set search_path = public, pg_temp as $$
      begin
        if tg_op = 'UPDATE' and tg_table_name = 'gateway_transactions' then
          if (new.id, new.gateway, new.reference, new.kind, new.amount_cents, new.occurred_at, new.first_source, new.created_at)
               is not distinct from
             (old.id, old.gateway, old.reference, old.kind, old.amount_cents, old.occurred_at, old.first_source, old.created_at)
             and (new.fee_cents is not distinct from old.fee_cents or old.fee_cents is null)
             and (new.net_cents is not distinct from old.net_cents or old.net_cents is null)
             and (new.balance_currency is not distinct from old.balance_currency or old.balance_currency is null)
             and (new.account is not distinct from old.account or old.account is null)
             and (new.payer_name is not distinct from old.payer_name or old.payer_name is null)
             and (new.payer_phone is not distinct from old.payer_phone or old.payer_phone is null)
             and (new.description is not distinct from old.description or old.description is null)
             and (new.related_reference is not distinct from old.related_reference or old.related_reference is null)
             and (new.on_statement_at is not distinct from old.on_statement_at or old.on_statement_at is null) then
            return new;
          end if;
        end if;
        raise exception '% keeps what a gateway reported', tg_table_name using errcode = 'check_violation';
      end $$`)
    for (const table of ['gateway_transactions', 'gateway_transaction_events']) {
      this.addSql(`
        create trigger ${table}_append_only before update or delete on ${table}
        for each row execute function refuse_rewriting_transactions()`)
      this.addSql(`
        create trigger ${table}_keep before truncate on ${table}
        for each statement execute function refuse_rewriting_transactions()`)
    }
  }
}
