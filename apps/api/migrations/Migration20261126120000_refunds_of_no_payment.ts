import { Migration } from '@mikro-orm/migrations'

/**
 * An order whose refunded payment is taken off it has nothing left that went back, which is 0 and not nothing: the contract of the
 * event has a number there, and readers that were answered nothing could not read on. Events that were written so are set right
 * once, past the trigger that lets nobody rewrite them, and so is what webhooks have not been told yet.
 */
export class Migration20261126120000_refunds_of_no_payment extends Migration {
  override up(): void {
    this.addSql(`
      create or replace function log_refund_events() returns trigger language plpgsql set search_path = public, pg_temp as $$
      declare
        before numeric := case when old.is_surplus or old.deleted_at is not null then 0 else coalesce(old.refunded_amount, 0) end;
        after numeric := case when new.is_surplus or new.deleted_at is not null then 0 else coalesce(new.refunded_amount, 0) end;
      begin
        if after <> before then
          insert into events (type, subject, occurred_at, data)
          select 'order.refunded', o.id, new.updated_at, jsonb_build_object('orderNumber', o.order_number,
                 'change', after - before, 'refunded', coalesce(sum(p.refunded_amount) filter (where not p.is_surplus
                 and p.deleted_at is null), 0), 'total', o.total)
          from orders o join payments p on p.order_id = o.id where o.id = new.order_id group by o.id;
        end if;
        return null;
      end $$`)
    this.addSql(`
      do $$
      begin
        -- Most shops have none, and need no lock for them.
        if exists (select from events where type = 'order.refunded' and data -> 'refunded' = 'null') then
          alter table events disable trigger events_append_only;
          update events set data = data || '{"refunded": 0}' where type = 'order.refunded' and data -> 'refunded' = 'null';
          alter table events enable trigger events_append_only;
        end if;
      end $$`)
    this.addSql(`
      update webhook_deliveries set body = replace(body, '"refunded":null', '"refunded":0')
      where type = 'order.refunded' and state <> 'delivered' and body like '%"refunded":null%'`)
  }
}
