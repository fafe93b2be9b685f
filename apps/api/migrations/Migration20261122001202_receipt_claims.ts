import { Migration } from '@mikro-orm/migrations'

/** Receipts that shoppers typed, and the addresses that answers about them come to. */
export class Migration20261122001202_receipt_claims extends Migration {
  override up(): void {
    this.addSql(
      `create table "receipt_claims" ("id" uuid not null default gen_random_uuid(), "order_id" uuid not null, "gateway" text not null, "receipt" text not null, "state" text not null default 'checking', "reason" text null, "note" text null, "asked_at" timestamptz not null, "answered_at" timestamptz null, "next_query_at" timestamptz null, "query_count" int not null default 0, primary key ("id"));`,
    )
    this.addSql(
      `create unique index "receipt_claims_one_at_a_time" on "receipt_claims" ("receipt", "gateway") where "state" = 'checking';`,
    )
    this.addSql(`create index "receipt_claims_order_idx" on "receipt_claims" ("order_id", "asked_at" desc, "id" desc);`)
    this.addSql(
      `create index "receipt_claims_open_idx" on "receipt_claims" ("asked_at" desc, "id" desc) where "state" = 'checking';`,
    )
    this.addSql(
      `alter table "receipt_claims" add constraint "receipt_claims_order_id_foreign" foreign key ("order_id") references "orders" ("id") on delete cascade;`,
    )
    this.addSql(
      `alter table "receipt_claims" add constraint "receipt_claims_answered_check" check ((state = 'checking') = (answered_at is null));`,
    )
    this.addSql(
      `alter table "receipt_claims" add constraint "receipt_claims_refused_check" check ((state = 'refused') = (reason is not null));`,
    )
    this.addSql(
      `alter table "receipt_claims" add constraint "receipt_claims_gateway_check" check (gateway ~ '^[a-z][a-z0-9-]{0,29}$');`,
    )
    this.addSql(
      `alter table "receipt_claims" add constraint "receipt_claims_query_count_check" check (query_count >= 0);`,
    )
    this.addSql(
      `alter table "receipt_claims" add constraint "receipt_claims_state_check" check ("state" in ('checking', 'paid', 'refused'));`,
    )
    this.addSql(
      `alter table "receipt_claims" add constraint "receipt_claims_reason_check" check ("reason" in ('unknown-receipt', 'not-completed', 'other-shop', 'wrong-amount', 'not-a-payment', 'used', 'claimed', 'administrator'));`,
    )
    this.addSql(`alter table "result_addresses" add "claim_id" uuid null;`)
    this.addSql(
      `alter table "result_addresses" add constraint "result_addresses_claim_id_foreign" foreign key ("claim_id") references "receipt_claims" ("id") on delete cascade;`,
    )
    this.addSql(`alter table "result_addresses" alter column "refund_id" drop not null;`)
    this.addSql(`create index "result_addresses_claim_idx" on "result_addresses" ("claim_id");`)
    this.addSql(
      `alter table "result_addresses" add constraint "result_addresses_about_check" check (num_nonnulls(refund_id, claim_id) = 1);`,
    )
  }
}
