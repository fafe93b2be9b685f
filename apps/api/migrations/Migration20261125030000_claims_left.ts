import { Migration } from '@mikro-orm/migrations'

/** A typed receipt whose money only the owner may book says why. */
export class Migration20261125030000_claims_left extends Migration {
  override up(): void {
    this.addSql(`
      alter table "receipt_claims" add "left_because" text null
        constraint "receipt_claims_left_because_check" check ("left_because" in ('unproved', 'before-order'))`)
  }
}
