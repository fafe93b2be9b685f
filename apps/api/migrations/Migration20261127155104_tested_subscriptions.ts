import { Migration } from '@mikro-orm/migrations'

/** A browser that has taken a test is known to be reached. */
export class Migration20261127155104_tested_subscriptions extends Migration {
  override up(): void {
    this.addSql('alter table "push_subscriptions" add "tested_at" timestamptz null')
  }
}
