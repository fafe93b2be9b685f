import { Migration } from '@mikro-orm/migrations'

/** A receipt that cannot be sent is tried again later and later; those that were given up after 80 seconds are due again. */
export class Migration20261122001501_receipt_retries extends Migration {
  override up(): void {
    this.addSql(`alter table "receipt_emails" add "next_attempt_at" timestamptz null;`)
    this.addSql(`update "receipt_emails" set "next_attempt_at" = now() where "sent_at" is null;`)
    this.addSql(`alter table "receipt_emails" alter column "next_attempt_at" set default now();`)
  }
}
