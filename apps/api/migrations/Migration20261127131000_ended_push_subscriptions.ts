import { Migration } from '@mikro-orm/migrations'

/** A browser that is called no more was removed without a word: it stays now, as ended, until the owner has seen it. */
export class Migration20261127131000_ended_push_subscriptions extends Migration {
  override up(): void {
    this.addSql('alter table "push_subscriptions" add "ended_at" timestamptz(6)')
  }
}
