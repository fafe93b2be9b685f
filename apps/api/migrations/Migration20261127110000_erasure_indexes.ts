import { Migration } from '@mikro-orm/migrations'

/** Who asks to be erased or for their data is found in the ledger and among the e-mails without reading either. */
export class Migration20261127110000_erasure_indexes extends Migration {
  override up(): void {
    this.addSql(
      'create index "gateway_transactions_phone_idx" on "gateway_transactions" (lower("payer_phone")) where "payer_phone" is not null',
    )
    this.addSql(
      `create index "gateway_transactions_account_idx" on "gateway_transactions" (regexp_replace(upper("account"), '[^A-Z0-9]', '', 'g')) where "account" is not null`,
    )
    this.addSql('create index "payment_emails_recipient_idx" on "payment_emails" ("recipient")')
  }
}
