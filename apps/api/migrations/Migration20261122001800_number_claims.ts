import { Migration } from '@mikro-orm/migrations'

/** Typed receipts have an order of their own: two may have come at one instant. */
export class Migration20261122001800_number_claims extends Migration {
  override up(): void {
    this.addSql(`alter table "receipt_claims" add "number" bigserial`)
    this.addSql(`update "receipt_claims" as c set "number" = o."number"
      from (select "id", row_number() over (order by "asked_at", "id") as "number" from "receipt_claims") as o
      where o."id" = c."id"`)
    this.addSql(`alter table "receipt_claims" add constraint "receipt_claims_number_unique" unique ("number")`)
    this.addSql(`drop index "receipt_claims_order_idx"`)
    this.addSql(`drop index "receipt_claims_open_idx"`)
    this.addSql(`create index "receipt_claims_order_idx" on "receipt_claims" ("order_id", "number" desc)`)
    this.addSql(`create index "receipt_claims_open_idx" on "receipt_claims" ("number" desc) where "state" = 'checking'`)
  }
}
