import { Migration } from '@mikro-orm/migrations'

/** Counts what the mail server refuses by itself apart from the attempts of an outage, which say nothing of an e-mail. */
export class Migration20261127150000_refusals_of_receipts extends Migration {
  override up(): void {
    this.addSql('alter table "payment_emails" add "refusals" int not null default 0')
    this.addSql(
      'update "payment_emails" set "refusals" = "attempts" where "is_refused" and "next_attempt_at" is not null',
    )
  }
}
