import { Migration } from '@mikro-orm/migrations'

/** Lists of the gateways' lines, what was settled on a day and the refund of a line are found by an index. */
export class Migration20261122001801_match_by_index extends Migration {
  override up(): void {
    this.addSql(
      `create index "gateway_transaction_events_settled_idx" on "gateway_transaction_events" ("at") where "by" = 'administrator' and "what" in ('assigned', 'dismissed')`,
    )
    this.addSql(
      `create index "payment_refunds_receipt_any_case_idx" on "payment_refunds" (upper("provider_receipt")) where "provider_receipt" is not null`,
    )
    this.addSql(
      `create index "gateway_transactions_matched_idx" on "gateway_transactions" ("occurred_at" desc, "id" desc) where "payment_id" is not null or "refund_id" is not null`,
    )
    this.addSql(
      `create index "gateway_transactions_dismissed_idx" on "gateway_transactions" ("occurred_at" desc, "id" desc) where "dismissed_at" is not null`,
    )
  }
}
