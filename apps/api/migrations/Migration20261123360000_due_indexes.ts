import { Migration } from '@mikro-orm/migrations'

/** Whoever claims the next e-mail or notice finds it by an index, however many wait after an outage. */
export class Migration20261123360000_due_indexes extends Migration {
  override up(): void {
    this.addSql('drop index "notices_due_idx"')
    this.addSql(
      'create index "notices_due_idx" on "notices" ("attempts" desc, "id") where "next_attempt_at" is not null',
    )
    this.addSql('drop index "order_emails_due_idx"')
    this.addSql(
      'create index "order_emails_due_idx" on "order_emails" ("attempts" desc, "next_attempt_at") where "next_attempt_at" is not null',
    )
    this.addSql('drop index "payment_emails_due_idx"')
    this.addSql(
      'create index "payment_emails_due_idx" on "payment_emails" ("attempts", "next_attempt_at") where "next_attempt_at" is not null',
    )
  }
}
