import { Migration } from '@mikro-orm/migrations'

/**
 * Keeps when e-mails were given up because the mail server took nothing for days: Health called everything sent once none
 * of them waited any more. With when it took the last one, by index.
 */
export class Migration20261127130000_given_up_emails extends Migration {
  override up(): void {
    this.addSql('alter table "payment_emails" add "given_up_at" timestamptz(6)')
    this.addSql(
      'create index "payment_emails_given_up_idx" on "payment_emails" ("given_up_at") where "given_up_at" is not null',
    )
    this.addSql('create index "payment_emails_sent_idx" on "payment_emails" ("sent_at") where "sent_at" is not null')
    this.addSql('alter table "order_emails" add "given_up_at" timestamptz(6)')
    this.addSql(
      'create index "order_emails_given_up_idx" on "order_emails" ("given_up_at") where "given_up_at" is not null',
    )
    this.addSql('create index "order_emails_sent_idx" on "order_emails" ("sent_at") where "sent_at" is not null')
  }
}
