import { Migration } from '@mikro-orm/migrations'

/** A discount on an order's lines, and what the administrator wrote about an order. */
export class Migration20261122205000_orders_queue extends Migration {
  override up(): void {
    this.addSql(
      `create table "order_notes" ("id" bigserial primary key, "order_id" uuid not null, "kind" text not null, "text" text not null, "written_by" text not null, "written_at" timestamptz not null);`,
    )
    this.addSql(`create index "order_notes_order_idx" on "order_notes" ("order_id");`)
    this.addSql(
      `alter table "order_notes" add constraint "order_notes_text_check" check (length(text) >= 1 and length(text) <= 1000);`,
    )
    this.addSql(
      `alter table "order_notes" add constraint "order_notes_kind_check" check ("kind" in ('note', 'cancellation'));`,
    )
    this.addSql(`
      create function refuse_rewriting_notes() returns trigger language plpgsql set search_path = public, pg_temp as $$
      begin
        raise exception 'order_notes is append-only' using errcode = 'check_violation';
      end $$`)
    this.addSql(`
      create trigger order_notes_append_only before update or delete or truncate on order_notes
      for each statement execute function refuse_rewriting_notes()`)

    this.addSql('set local statement_timeout = 0')
    this.addSql(`alter table "orders" drop constraint "orders_total_check";`)
    // "discount" came with the secrets of the orders.
    this.addSql(
      `alter table "orders" add constraint "orders_discount_check" check (discount >= 0 and discount <= subtotal);`,
    )
    this.addSql(
      `alter table "orders" add constraint "orders_total_check" check (total >= 0 and total <= 100000000 and total = subtotal - discount + delivery_charge);`,
    )
  }
}
