import { Migration } from '@mikro-orm/migrations'

const safely = 'set search_path = public, pg_temp'

/**
 * Money that goes back is written down where it is counted, on its payment: an order's own sum is 0 as soon as all of it has
 * gone back, so that whole refunds were in no event.
 */
export class Migration20261123350000_refund_events extends Migration {
  override up(): void {
    this.addSql('drop trigger orders_log_change on orders')
    this.addSql(`
      create or replace function log_order_events() returns trigger language plpgsql ${safely} as $$
      begin
        if tg_op = 'INSERT' then
          insert into events (type, subject, occurred_at, data)
          values ('order.placed', new.id, new.created_at, jsonb_build_object('orderNumber', new.order_number,
                  'total', new.total, 'status', new.status, 'paymentMethod', new.payment_method,
                  'deliveryLocation', new.delivery_location));
        end if;
        if new.paid_at is not null and (tg_op = 'INSERT' or old.paid_at is null) then
          insert into events (type, subject, occurred_at, data)
          values ('order.paid', new.id, new.paid_at, jsonb_build_object('orderNumber', new.order_number,
                  'total', new.total, 'paymentMethod', new.payment_method));
        end if;
        if tg_op = 'UPDATE' and new.status <> old.status then
          insert into events (type, subject, occurred_at, data)
          values ('order.status_changed', new.id, new.updated_at, jsonb_build_object('orderNumber', new.order_number,
                  'from', old.status, 'to', new.status));
          if new.status = 'cancelled' then
            insert into events (type, subject, occurred_at, data)
            values ('order.cancelled', new.id, new.updated_at, jsonb_build_object('orderNumber', new.order_number,
                    'from', old.status, 'total', new.total, 'isPaid', new.paid_at is not null));
          end if;
        end if;
        return null;
      end $$`)
    this.addSql(`
      create trigger orders_log_change after update on orders
      for each row when (old.status <> new.status or old.paid_at is null and new.paid_at is not null)
      execute function log_order_events()`)
    this.addSql(`
      create function log_refund_events() returns trigger language plpgsql ${safely} as $$
      declare
        before numeric := case when old.is_surplus or old.deleted_at is not null then 0 else coalesce(old.refunded_amount, 0) end;
        after numeric := case when new.is_surplus or new.deleted_at is not null then 0 else coalesce(new.refunded_amount, 0) end;
      begin
        if after <> before then
          insert into events (type, subject, occurred_at, data)
          select 'order.refunded', o.id, new.updated_at, jsonb_build_object('orderNumber', o.order_number,
                 'change', after - before, 'refunded', sum(coalesce(p.refunded_amount, 0)) filter (where not p.is_surplus
                 and p.deleted_at is null), 'total', o.total)
          from orders o join payments p on p.order_id = o.id where o.id = new.order_id group by o.id;
        end if;
        return null;
      end $$`)
    this.addSql(`
      create trigger payments_log_refund after update on payments
      for each row when (coalesce(new.refunded_amount, old.refunded_amount, 0) <> 0)
      execute function log_refund_events()`)
  }
}
