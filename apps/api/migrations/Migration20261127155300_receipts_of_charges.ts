import { Migration } from '@mikro-orm/migrations'

/**
 * Card money that the owner has assigned is named by its charge, by which Stripe reports its refunds and disputes. Payments of before
 * were named by their line of Stripe's list. One whose charge is a payment of its own already stays as it is, for the owner.
 */
export class Migration20261127155300_receipts_of_charges extends Migration {
  override up(): void {
    // Each condition is that of an index.
    const isHeld = (column: string, condition: string) =>
      `exists (select from payments other where upper(other.${column}) = upper(t.related_reference) and ${condition})`
    this.addSql(`
      update payments p set provider_receipt = t.related_reference, stripe_charge_id = t.related_reference,
        receipt_number = case when p.receipt_number = t.reference then t.related_reference else p.receipt_number end,
        updated_at = now()
      from gateway_transactions t
      where p.payment_method = 'stripe' and p.provider_receipt like 'txn\\_%'
        and t.payment_id = p.id and t.gateway = 'stripe' and t.kind = 'payment' and t.reference = p.provider_receipt
        and t.related_reference is not null
        and not ${isHeld('provider_receipt', 'other.provider_receipt is not null')}
        and not ${isHeld('transaction_id', 'other.deleted_at is null')}
        and not ${isHeld('receipt_number', 'other.provider_receipt is null and other.deleted_at is null')}`)
  }
}
