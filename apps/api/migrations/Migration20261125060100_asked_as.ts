import { Migration } from '@mikro-orm/migrations'

/** The address for an answer keeps which operator asked. */
export class Migration20261125060100_asked_as extends Migration {
  override up(): void {
    this.addSql(`alter table "result_addresses" add "operator" text null`)
  }
}
