import { Migration } from '@mikro-orm/migrations'

/** That a provider refuses the shop outlives the process that was refused. */
export class Migration20261127155103_provider_refusals extends Migration {
  override up(): void {
    this.addSql(`
      create table "provider_refusals" ("gateway" text not null, "keys" text not null, "process_id" uuid not null,
        "code" text not null, "is_of_shop" boolean not null, "seen_at" timestamptz not null, primary key ("gateway"),
        constraint "provider_refusals_gateway_check" check (gateway ~ '^[a-z][a-z0-9-]{0,29}$'))`)
  }
}
