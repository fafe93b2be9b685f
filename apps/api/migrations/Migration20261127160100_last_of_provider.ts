import { Migration } from '@mikro-orm/migrations'

/** The last payment of a provider that is rarely used is found without reading those of all others since. */
export class Migration20261127160100_last_of_provider extends Migration {
  override up(): void {
    this.addSql(
      'create index "payments_method_completed_idx" on "payments" ("payment_method", "completed_at") where "completed_at" is not null and "deleted_at" is null',
    )
  }
}
