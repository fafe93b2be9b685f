import { Migration } from '@mikro-orm/migrations'

/** Who follows orders, payments or reviews by `updatedSince` is answered without reading all of them. */
export class Migration20261127160000_updated_indexes extends Migration {
  override up(): void {
    for (const table of ['reviews', 'payments', 'orders'])
      this.addSql(
        `create index "${table}_updated_idx" on "${table}" using brin ("updated_at") with (pages_per_range = 16, autosummarize = on)`,
      )
  }
}
