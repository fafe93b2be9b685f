import { Migration } from '@mikro-orm/migrations'

/** Counts the questions to a provider, so that its old payments have a share of them. */
export class Migration20261122001511_look_up_turns extends Migration {
  override up(): void {
    this.addSql(`alter table "look_up_slots" add "taken" bigint not null default 0;`)
  }
}
