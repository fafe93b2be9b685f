import { Migration } from '@mikro-orm/migrations'

const flags = `'late', 'paid-twice', 'order-cancelled', 'amount-mismatch', 'receipt-used', 'id-mismatch', 'confirm-receipt', 'partly-refunded', 'disputed', 'refund-failed', 'refund-unknown', 'unresolved', 'another-receipt', 'dispute-lost', 'webhook-failed', 'email-failed', 'not-listed'`

/** A flag for money that a confirmation alone reports and the gateway's own list does not have. */
export class Migration20261125020100_not_listed extends Migration {
  override up(): void {
    this.addSql('set local statement_timeout = 0')
    for (const [table, column] of [
      ['payments', 'attention'],
      ['payment_flags', 'what'],
    ] as const) {
      const name = `${table}_${column}_check`
      this.addSql(`alter table "${table}" drop constraint "${name}";`)
      this.addSql(`alter table "${table}" add constraint "${name}" check ("${column}" in (${flags}));`)
    }
  }
}
