import { Migration } from '@mikro-orm/migrations'

/** The outbox of e-mails that say what to expect of a refund. */
export class Migration20261122001102_refund_emails extends Migration {
  override up(): void {
    this.addSql(
      `create table "refund_emails" ("id" uuid not null default gen_random_uuid(), "refund_id" uuid not null, "recipient" text not null, "created_at" timestamptz not null, "sent_at" timestamptz null, "attempts" int not null default 0, "next_attempt_at" timestamptz null, "last_problem" text null, primary key ("id"));`,
    )
    this.addSql(`alter table "refund_emails" add constraint "refund_emails_refund_unique" unique ("refund_id");`)
    this.addSql(`create index "refund_emails_due_idx" on "refund_emails" ("next_attempt_at");`)
    this.addSql(
      `alter table "refund_emails" add constraint "refund_emails_refund_id_foreign" foreign key ("refund_id") references "payment_refunds" ("id") on delete cascade;`,
    )
    this.addSql(`alter table "refund_emails" add constraint "refund_emails_attempts_check" check (attempts >= 0);`)
  }
}
