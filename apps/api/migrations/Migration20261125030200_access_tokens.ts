import { Migration } from '@mikro-orm/migrations'

/** A provider's access token is shared by all processes. */
export class Migration20261125030200_access_tokens extends Migration {
  override up(): void {
    this.addSql(`
      create table "access_tokens" ("gateway" text not null, "keys" text not null, "token" text null,
        "expires_at" timestamptz not null, "renewed_at" timestamptz null, "renewing_until" timestamptz null,
        primary key ("gateway", "keys"),
        constraint "access_tokens_gateway_check" check (gateway ~ '^[a-z][a-z0-9-]{0,29}$'))`)
  }
}
