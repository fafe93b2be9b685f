import { Migration } from '@mikro-orm/migrations'

/** The lines of before get their time of change, apart from the migration that adds the column: that one locks the table. */
export class Migration20261127102100_lines_by_change extends Migration {
  override up(): void {
    this.addSql(`
      update gateway_transactions t set changed_at = greatest(t.changed_at, t.created_at,
        (select max(e.at) from gateway_transaction_events e where e.transaction_id = t.id))`)
    this.addSql('create index "gateway_transactions_changed_idx" on "gateway_transactions" ("changed_at")')
  }
}
