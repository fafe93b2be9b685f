import { Migration } from '@mikro-orm/migrations'

/** What shoppers are told of their orders, each once for each order. */
export class Migration20261122221000_order_emails extends Migration {
  override up(): void {
    this.addSql(
      `create table "order_emails" ("id" uuid not null default gen_random_uuid(), "order_id" uuid not null, "kind" text not null, "happened_at" timestamptz not null, "next_attempt_at" timestamptz null, "claimed_until" timestamptz null, "attempts" int not null default 0, "sent_at" timestamptz null, "last_problem" text null, primary key ("id"));`,
    )
    this.addSql(`create index "order_emails_due_idx" on "order_emails" ("next_attempt_at");`)
    this.addSql(`alter table "order_emails" add constraint "order_emails_once_unique" unique ("order_id", "kind");`)
    this.addSql(
      `alter table "order_emails" add constraint "order_emails_order_id_foreign" foreign key ("order_id") references "orders" ("id") on delete cascade;`,
    )
    this.addSql(
      `alter table "order_emails" add constraint "order_emails_kind_check" check ("kind" in ('received', 'sent-out'));`,
    )
  }
}
