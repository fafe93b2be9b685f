import { Migration } from '@mikro-orm/migrations'

/** The newest order of each phone, and the owner's notes. */
export class Migration20261122203003_customers extends Migration {
  override up(): void {
    this.addSql(
      `create index "orders_customer_idx" on "orders" (phone_digits("customer_phone"), "created_at" desc, "id" desc);`,
    )
    this.addSql(
      `create table "customer_notes" ("phone" text not null, "note" text not null, "updated_at" timestamptz not null, primary key ("phone"));`,
    )
    this.addSql(`alter table "customer_notes" add constraint "customer_notes_phone_check" check (phone ~ '^[0-9]+$');`)
  }
}
