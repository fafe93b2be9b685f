import { Migration } from '@mikro-orm/migrations'

/** Spaces and marks that show nothing, as pasted text holds them. */
const noise = String.raw`[[:space:]\u00a0\u00ad\u200b-\u200f\u2028-\u202f\u2060-\u2064\ufeff]`

const clean = (column: string) => `regexp_replace(${column}, '${noise}', '', 'g')`
const normalised = (column: string) =>
  `nullif(case when ${clean(column)} ~* '^[a-z0-9]{10}$' then upper(${clean(column)}) else ${clean(column)} end, '')`

/**
 * Receipts and transaction ids are stored without spaces and invisible marks and are unique whatever their case. Where two
 * payments hold the same one, the later gives it up to its flag, so that the owner sees which two.
 */
export class Migration20261122001100_payment_references_normalised extends Migration {
  override up(): void {
    this.addSql('set local statement_timeout = 0')
    this.addSql(`drop index "payments_transaction_id_unique";`)
    this.addSql(`drop index "payments_manual_receipt_idx";`)
    for (const column of ['transaction_id', 'receipt_number']) {
      this.addSql(
        `update payments set ${column} = ${normalised(column)} where ${column} is distinct from ${normalised(column)};`,
      )
    }
    this.flagRepeated('transaction_id', 'p.deleted_at is null and earlier.deleted_at is null')
    this.flagRepeated('provider_receipt', 'true')
    this.addSql(
      `create unique index "payments_transaction_id_unique" on "payments" (upper("transaction_id")) where "deleted_at" is null;`,
    )
    this.addSql(
      `create unique index "payments_receipt_any_case_unique" on "payments" (upper("provider_receipt")) where "provider_receipt" is not null;`,
    )
    this.addSql(
      `create index "payments_manual_receipt_idx" on "payments" (upper("receipt_number")) where "is_manual" and "deleted_at" is null;`,
    )
  }

  private flagRepeated(column: string, counts: string): void {
    const repeated = `${column} is not null and exists (select from payments earlier
      where upper(earlier.${column}) = upper(p.${column}) and ${counts} and (earlier.created_at, earlier.id) < (p.created_at, p.id))`
    this.addSql(`
      insert into payment_flags (payment_id, what, details, source, raised_at)
      select p.id, 'receipt-used', jsonb_build_object('receipt', p.${column}), 'administrator', p.updated_at
      from payments p where ${repeated} on conflict do nothing;`)
    this.addSql(`update payments p set ${column} = null where ${repeated};`)
  }
}
