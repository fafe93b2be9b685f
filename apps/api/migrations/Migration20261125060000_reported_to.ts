import { Migration } from '@mikro-orm/migrations'

/** A report of a payment by hand keeps which address it came to. */
export class Migration20261125060000_reported_to extends Migration {
  override up(): void {
    this.addSql(`alter table "webhook_events" add "confirmation_token_hash" text null`)
  }
}
