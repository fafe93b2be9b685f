import { Migration } from '@mikro-orm/migrations'

/** The owner can replace the secret address for payments by hand; the old one receives for a while and books nothing. */
export class Migration20261125020000_replaced_addresses extends Migration {
  override up(): void {
    this.addSql(
      `create table "replaced_confirmation_addresses" ("token_hash" text not null, "gateway" text not null, "replaced_at" timestamptz not null, "closes_at" timestamptz null, primary key ("token_hash"));`,
    )
    this.addSql(
      `alter table "replaced_confirmation_addresses" add constraint "replaced_confirmation_addresses_gateway_check" check (gateway ~ '^[a-z][a-z0-9-]{0,29}$');`,
    )
    this.addSql(`alter table "webhook_events" add column "is_of_replaced_address" boolean not null default false;`)
  }
}
