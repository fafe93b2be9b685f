import { Migration } from '@mikro-orm/migrations'

/**
 * Money of a cancelled order that comes back, because its refund failed, is no reason for anybody to send the goods: an order
 * is told as paid where it is not cancelled.
 */
export class Migration20261125055000_paid_events extends Migration {
  override up(): void {
    this.addSql(`
      create or replace function log_order_events() returns trigger language plpgsql set search_path = public, pg_temp as $$
      begin
        if tg_op = 'INSERT' then
          insert into events (type, subject, occurred_at, data)
          values ('order.placed', new.id, new.created_at, jsonb_build_object('orderNumber', new.order_number,
                  'total', new.total, 'status', new.status, 'paymentMethod', new.payment_method,
                  'deliveryLocation', new.delivery_location));
        end if;
        if new.paid_at is not null and new.status <> 'cancelled' and (tg_op = 'INSERT' or old.paid_at is null) then
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
  }
}
