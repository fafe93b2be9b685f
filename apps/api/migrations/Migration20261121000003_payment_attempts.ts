import { Migration } from '@mikro-orm/migrations'

export class Migration20261121000003_payment_attempts extends Migration {
  override up(): void | Promise<void> {
    this.addSql(
      `create table "gateway_messages" ("id" uuid not null default gen_random_uuid(), "gateway" text not null, "event_id" text not null, "payment_id" uuid null, "body" text null, "received_at" timestamptz not null, "processed_at" timestamptz null, "outcome" text null, primary key ("id"));`,
    )
    this.addSql(`create index "gateway_messages_payment_idx" on "gateway_messages" ("payment_id");`)
    this.addSql(
      `create index "gateway_messages_open_idx" on "gateway_messages" ("received_at") where "processed_at" is null;`,
    )
    this.addSql(
      `alter table "gateway_messages" add constraint "gateway_messages_event_unique" unique ("gateway", "event_id");`,
    )

    this.addSql(
      `create table "payment_events" ("id" bigserial primary key, "payment_id" uuid not null, "at" timestamptz not null, "source" text not null, "from_status" text null, "to_status" text not null, "note" text null);`,
    )
    this.addSql(`create index "payment_events_payment_idx" on "payment_events" ("payment_id");`)

    this.addSql(
      `create table "receipt_mails" ("id" uuid not null default gen_random_uuid(), "payment_id" uuid not null, "recipient" text not null, "created_at" timestamptz not null default now(), "sent_at" timestamptz null, "attempts" int not null default 0, "last_problem" text null, primary key ("id"));`,
    )
    this.addSql(`alter table "receipt_mails" add constraint "receipt_mails_payment_unique" unique ("payment_id");`)

    this.addSql(
      `alter table "payments" add "callback_token_hash" text null, add "is_surplus" boolean not null default false, add "attention" text null, add "refunded_amount" numeric(10,2) null, add "next_query_at" timestamptz null, add "query_count" int not null default 0, add "query_paid_at" timestamptz null;`,
    )
    this.addSql(
      `alter table "payments" add constraint "payments_callback_token_hash_unique" unique ("callback_token_hash");`,
    )
    this.addSql(
      `create unique index "payments_one_per_order" on "payments" ("order_id") where "status" = 'completed' and not "is_surplus";`,
    )
    this.addSql(`create index "payments_due_idx" on "payments" ("next_query_at") where "next_query_at" is not null;`)
    this.addSql(
      `create index "payments_phone_idx" on "payments" ("mpesa_phone", "initiated_at") where "mpesa_phone" is not null;`,
    )
    this.addSql(
      `alter table "payments" add constraint "payments_refunded_amount_check" check (refunded_amount >= 0 and refunded_amount <= 99999999);`,
    )
    this.addSql(`alter table "payments" add constraint "payments_query_count_check" check (query_count >= 0);`)
    this.addSql(
      `alter table "payments" add constraint "payments_attention_check" check ("attention" in ('late', 'paid-twice', 'order-cancelled', 'amount-mismatch', 'receipt-used', 'id-mismatch', 'confirm-receipt', 'partly-refunded', 'disputed', 'unresolved'));`,
    )

    this.addSql(
      `alter table "gateway_messages" add constraint "gateway_messages_gateway_check" check ("gateway" in ('stripe', 'mpesa'));`,
    )

    this.addSql(
      `alter table "payment_events" add constraint "payment_events_source_check" check ("source" in ('shopper', 'gateway', 'callback', 'webhook', 'confirm', 'query', 'administrator'));`,
    )
    this.addSql(
      `alter table "payment_events" add constraint "payment_events_from_status_check" check ("from_status" in ('pending', 'processing', 'completed', 'failed', 'cancelled', 'refunded'));`,
    )
    this.addSql(
      `alter table "payment_events" add constraint "payment_events_to_status_check" check ("to_status" in ('pending', 'processing', 'completed', 'failed', 'cancelled', 'refunded'));`,
    )

    this.addSql(
      `alter table "receipt_mails" add constraint "receipt_mails_payment_id_foreign" foreign key ("payment_id") references "payments" ("id") on delete cascade;`,
    )

    this.addSql(`
      create function refuse_rewriting_history() returns trigger language plpgsql as $$
      begin
        raise exception 'payment_events is append-only' using errcode = 'check_violation';
      end $$`)
    this.addSql(`
      create trigger payment_events_append_only before update or delete or truncate on payment_events
      for each statement execute function refuse_rewriting_history()`)
    // One row: when the next status query may go to Daraja, whichever process asks.
    this.addSql('create table gateway_pace (gateway text primary key, next_free_at timestamptz not null)')
  }
}
