import { Migration } from '@mikro-orm/migrations'

/** What writes with an `Idempotency-Key` were answered: one row for each key of a caller and operation. */
export class Migration20261123320000_request_keys extends Migration {
  override up(): void {
    this.addSql(
      `create table "request_keys" ("caller" text not null, "operation" text not null, "key" text not null, "request_hash" text not null, "answered_at" timestamptz null, "held_until" timestamptz null, "status" int null, "body" text null, "created_at" timestamptz not null, primary key ("caller", "operation", "key"));`,
    )
    this.addSql(`create index "request_keys_created_idx" on "request_keys" ("created_at");`)
    this.addSql(
      `alter table "request_keys" add constraint "request_keys_key_check" check (length("key") between 1 and 255);`,
    )
    this.addSql(
      `alter table "request_keys" add constraint "request_keys_held_check" check (("answered_at" is null) = ("held_until" is not null));`,
    )
    this.addSql(
      `alter table "request_keys" add constraint "request_keys_body_check" check (octet_length("body") <= 262144);`,
    )
  }
}
