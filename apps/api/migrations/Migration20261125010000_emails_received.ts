import { Migration } from '@mikro-orm/migrations'

/** How many e-mails about unpaid orders went out in a day is counted before each of them. */
export class Migration20261125010000_emails_received extends Migration {
  override up(): void {
    this.addSql(
      `create index "order_emails_received_idx" on "order_emails" ("sent_at") where "kind" = 'received' and "sent_at" is not null`,
    )
  }
}
