import { Migration } from '@mikro-orm/migrations'

/** Refunds without an outcome are counted at every scrape of the metrics without reading those that ended. */
export class Migration20261127110100_open_refunds extends Migration {
  override up(): void {
    this.addSql(
      `create index "payment_refunds_open_idx" on "payment_refunds" ("status") where "status" in ('requested', 'sent', 'unknown')`,
    )
  }
}
