import { Migration } from '@mikro-orm/migrations'

/** What the owner is told by e-mail and push, and how far the reader of the event log is that queues it. */
export class Migration20261122200001_notices extends Migration {
  override up(): void {
    this.addSql(
      `create table "event_readers" ("name" text not null, "position" bigint not null, primary key ("name"));`,
    )

    this.addSql(
      `create table "notices" ("id" bigserial primary key, "kind" text not null, "cause" text not null, "channel" text not null, "recipient" text not null, "text" jsonb not null, "created_at" timestamptz not null, "next_attempt_at" timestamptz null, "claimed_until" timestamptz null, "attempts" int not null default 0, "sent_at" timestamptz null, "last_problem" text null);`,
    )
    this.addSql(`create index "notices_due_idx" on "notices" ("next_attempt_at");`)
    this.addSql(`create index "notices_created_idx" on "notices" ("created_at");`)
    this.addSql(`alter table "notices" add constraint "notices_once_unique" unique ("cause", "channel", "recipient");`)
    this.addSql(
      `alter table "notices" add constraint "notices_kind_check" check ("kind" in ('order', 'paid', 'flag', 'review', 'stock', 'health'));`,
    )
    this.addSql(`alter table "notices" add constraint "notices_channel_check" check ("channel" in ('email', 'push'));`)

    this.addSql(
      `create table "push_keys" ("id" smallint not null, "public_key" text not null, "private_key" text not null, "created_at" timestamptz not null, primary key ("id"));`,
    )
    this.addSql(`alter table "push_keys" add constraint "push_keys_id_check" check (id = 1);`)

    this.addSql(
      `create table "push_subscriptions" ("id" uuid not null default gen_random_uuid(), "endpoint" text not null, "p256dh" text not null, "auth" text not null, "browser" text not null, "created_at" timestamptz not null, primary key ("id"));`,
    )
    this.addSql(
      `alter table "push_subscriptions" add constraint "push_subscriptions_endpoint_unique" unique ("endpoint");`,
    )
  }
}
