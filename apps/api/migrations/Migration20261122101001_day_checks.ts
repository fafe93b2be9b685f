import { Migration } from '@mikro-orm/migrations'

export class Migration20261122101001_day_checks extends Migration {
  override up(): void | Promise<void> {
    this.addSql(
      `create table "day_checks" ("day" date not null, "gateway" text not null, "state" text not null, "lines" int not null, "message" text null, "asked_at" timestamptz not null, "taken_until" timestamptz null, primary key ("day", "gateway"));`,
    )
    this.addSql(`create index "day_checks_unread_idx" on "day_checks" ("asked_at") where "state" = 'checking';`)

    this.addSql(
      `alter table "day_checks" add constraint "day_checks_gateway_check" check (gateway ~ '^[a-z][a-z0-9-]{0,29}$');`,
    )
    this.addSql(`alter table "day_checks" add constraint "day_checks_lines_check" check (lines >= 0);`)
    this.addSql(
      `alter table "day_checks" add constraint "day_checks_state_check" check ("state" in ('checking', 'checked', 'cannot-ask', 'too-old', 'failed'));`,
    )
  }

  override down(): void | Promise<void> {
    this.addSql(`drop table if exists "day_checks" cascade;`)
  }
}
