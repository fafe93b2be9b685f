import { Migration } from '@mikro-orm/migrations'

/** When the check of a typed receipt began that had waited for another order's: that may be hours after it was typed. */
export class Migration20261125074000_claims_taken_up extends Migration {
  override up(): void {
    this.addSql('alter table "receipt_claims" add "taken_up_at" timestamptz')
  }
}
