import { Migration } from '@mikro-orm/migrations'

/** The secret addresses that a provider reports a refund's end to, and which of them a stored webhook event came to. */
export class Migration20261122001101_refund_callbacks extends Migration {
  override up(): void {
    this.addSql(
      `create table "refund_callbacks" ("token_hash" text not null, "refund_id" uuid not null, "kind" text not null, "created_at" timestamptz not null, primary key ("token_hash"));`,
    )
    this.addSql(`create index "refund_callbacks_refund_idx" on "refund_callbacks" ("refund_id");`)
    this.addSql(
      `alter table "refund_callbacks" add constraint "refund_callbacks_refund_id_foreign" foreign key ("refund_id") references "payment_refunds" ("id") on delete cascade;`,
    )
    this.addSql(
      `alter table "refund_callbacks" add constraint "refund_callbacks_kind_check" check ("kind" in ('refund', 'refund-timeout', 'look-up', 'look-up-timeout'));`,
    )
    this.addSql(`alter table "webhook_events" add "refund_token_hash" text null;`)
  }
}
