import { Migration } from '@mikro-orm/migrations'

/** Where a gateway reports payments that were made by hand, and which stored webhook events came there. */
export class Migration20261122001111_confirmation_addresses extends Migration {
  override up(): void {
    this.addSql(
      `create table "confirmation_addresses" ("gateway" text not null, "token" text not null, "state" text not null default 'never', "registered_url" text null, "registered_at" timestamptz null, "message" text null, "last_confirmation_at" timestamptz null, "created_at" timestamptz not null, primary key ("gateway"));`,
    )
    this.addSql(
      `alter table "confirmation_addresses" add constraint "confirmation_addresses_gateway_check" check (gateway ~ '^[a-z][a-z0-9-]{0,29}$');`,
    )
    this.addSql(
      `alter table "confirmation_addresses" add constraint "confirmation_addresses_state_check" check ("state" in ('never', 'registered', 'already-registered', 'failed'));`,
    )
    this.addSql(`alter table "webhook_events" add "is_confirmation" boolean not null default false;`)
  }
}
