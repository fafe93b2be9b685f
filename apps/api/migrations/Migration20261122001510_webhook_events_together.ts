import { Migration } from '@mikro-orm/migrations'

/** Events that wait are settled many at once, each once; what is left of that is tried alone. */
export class Migration20261122001510_webhook_events_together extends Migration {
  override up(): void {
    this.addSql(`alter table "webhook_events" add "was_tried_together" boolean not null default false;`)
  }
}
