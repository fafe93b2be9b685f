import { Migration } from '@mikro-orm/migrations'

/** One outbox for receipts and for what refunds tell the customer, sent and tried again by one rule. */
export class Migration20261122001601_payment_emails extends Migration {
  override up(): void {
    this.addSql(`alter table "receipt_emails" rename to "payment_emails";`)
    for (const name of ['pkey', 'payment_id_foreign']) {
      this.addSql(
        `alter table "payment_emails" rename constraint "receipt_emails_${name}" to "payment_emails_${name}";`,
      )
    }
    this.addSql(`alter table "payment_emails" drop constraint "receipt_emails_payment_unique";`)
    this.addSql(`alter table "payment_emails" add "refund_id" uuid null;`)
    this.addSql(
      `alter table "payment_emails" add constraint "payment_emails_refund_id_foreign" foreign key ("refund_id") references "payment_refunds" ("id") on delete cascade;`,
    )
    this.addSql(`alter table "payment_emails" add constraint "payment_emails_refund_unique" unique ("refund_id");`)
    this.addSql(
      `create unique index "payment_emails_receipt_unique" on "payment_emails" ("payment_id") where "refund_id" is null;`,
    )
    this.addSql(`create index "payment_emails_due_idx" on "payment_emails" ("next_attempt_at");`)
    this.addSql(`
      insert into payment_emails (id, payment_id, refund_id, recipient, created_at, sent_at, attempts, next_attempt_at, last_problem)
      select e.id, r.payment_id, e.refund_id, e.recipient, e.created_at, e.sent_at, e.attempts, e.next_attempt_at, e.last_problem
      from refund_emails e join payment_refunds r on r.id = e.refund_id;`)
    this.addSql(`drop table "refund_emails";`)
  }
}
