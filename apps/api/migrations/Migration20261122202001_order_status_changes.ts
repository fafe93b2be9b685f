import { Migration } from '@mikro-orm/migrations'

/**
 * When an order came to each status, for the timeline of its page. Orders that are there already get what is known: they
 * were begun when they were paid, and came to their status when they were changed last.
 */
export class Migration20261122202001_order_status_changes extends Migration {
  override up(): void {
    this.addSql(
      `create table "order_status_changes" ("id" bigserial primary key, "order_id" uuid not null, "status" text not null, "changed_at" timestamptz not null);`,
    )
    this.addSql(`create index "order_status_changes_order_idx" on "order_status_changes" ("order_id");`)
    this.addSql(
      `alter table "order_status_changes" add constraint "order_status_changes_status_check" check ("status" in ('pending', 'processing', 'shipped', 'delivered', 'cancelled'));`,
    )
    this.addSql(`
      insert into order_status_changes (order_id, status, changed_at)
      select id, 'processing', paid_at from orders where paid_at is not null and status in ('shipped', 'delivered')
      union all
      select id, status, case when status = 'processing' and paid_at is not null then paid_at else updated_at end
      from orders where status <> 'pending'`)

    // The shop's own clock wrote updated_at with the status. A status set without it leaves the time of the change before.
    this.addSql(`
      create function record_order_status() returns trigger language plpgsql set search_path = public, pg_temp as $$
      begin
        insert into order_status_changes (order_id, status, changed_at) values (new.id, new.status, new.updated_at);
        return null;
      end $$`)
    this.addSql(`
      create trigger orders_record_status after update on orders
      for each row when (old.status is distinct from new.status) execute function record_order_status()`)
    this.addSql(`
      create function refuse_rewriting_status_changes() returns trigger language plpgsql set search_path = public, pg_temp as $$
      begin
        raise exception 'order_status_changes is append-only' using errcode = 'check_violation';
      end $$`)
    this.addSql(`
      create trigger order_status_changes_append_only before update or delete or truncate on order_status_changes
      for each statement execute function refuse_rewriting_status_changes()`)
  }
}
