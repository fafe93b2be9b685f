import { Migration } from '@mikro-orm/migrations'

/**
 * What an order shows of its payment is a copy, and a copy may be old: only payments are unique. A receipt that an earlier
 * payment left on its order refused the genuine one elsewhere.
 */
export class Migration20261122001200_order_payment_copies extends Migration {
  override up(): void {
    for (const column of ['stripe_payment_intent_id', 'mpesa_checkout_request_id', 'mpesa_receipt_number']) {
      this.addSql(`alter table "orders" drop constraint "orders_${column}_unique";`)
    }
  }
}
