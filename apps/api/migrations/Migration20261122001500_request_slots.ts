import { Migration } from '@mikro-orm/migrations'

/** What a provider may be asked once in a while: a row per phone and per order, so that all processes share it. */
export class Migration20261122001500_request_slots extends Migration {
  override up(): void {
    this.addSql(
      `create table "request_slots" ("key" text primary key, "payment_id" uuid not null, "free_at" timestamptz not null);`,
    )
  }
}
