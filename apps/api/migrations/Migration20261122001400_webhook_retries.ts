import { Migration } from '@mikro-orm/migrations'

/** A webhook event that cannot be processed is tried again later and later. Open ones are due now; processed ones never. */
export class Migration20261122001400_webhook_retries extends Migration {
  override up(): void {
    this.addSql('set local statement_timeout = 0')
    this.addSql(`drop index "webhook_events_open_idx";`)
    this.addSql(
      `alter table "webhook_events" add "attempts" int not null default 0, add "next_attempt_at" timestamptz null;`,
    )
    this.addSql(`update "webhook_events" set "next_attempt_at" = now() where "processed_at" is null;`)
    this.addSql(`alter table "webhook_events" alter column "next_attempt_at" set default now();`)
    this.addSql(
      `create index "webhook_events_due_idx" on "webhook_events" ("gateway", "attempts", "next_attempt_at") where "processed_at" is null;`,
    )
  }
}
