import { Migration } from '@mikro-orm/migrations'

/** Tells an e-mail that the mail server refuses by itself, as for a mistyped address, from a mail server that takes none. */
export class Migration20261126030000_refused_emails extends Migration {
  override up(): void {
    this.addSql('alter table "payment_emails" add "is_refused" boolean not null default false')
    this.addSql('create index "payment_emails_refused_idx" on "payment_emails" ("created_at") where "is_refused"')
    this.addSql(
      'alter table "order_emails" add "is_refused" boolean not null default false, add "refusals" int not null default 0',
    )
    this.addSql('create index "order_emails_refused_idx" on "order_emails" ("happened_at") where "is_refused"')
  }
}
