import { Migration } from '@mikro-orm/migrations'

export class Migration20261122001410_dismissed_events extends Migration {
  override name = 'Migration20261122001410_dismissed_events'

  override up(): void | Promise<void> {
    this.addSql(`alter table "webhook_events" add "dismissed_at" timestamptz null;`)
    this.addSql(
      `create index "webhook_events_dismissed_idx" on "webhook_events" ("dismissed_at") where "dismissed_at" is not null;`,
    )
  }

  override down(): void | Promise<void> {
    this.addSql(`drop index "webhook_events_dismissed_idx";`)
    this.addSql(`alter table "webhook_events" drop column "dismissed_at";`)
  }
}
