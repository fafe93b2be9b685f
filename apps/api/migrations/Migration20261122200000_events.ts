import { Migration } from '@mikro-orm/migrations'

const safely = 'set search_path = public, pg_temp'

/**
 * The event log. Triggers write it, so that no writer can forget an event and none is left of a transaction that was
 * rolled back. Events hold no personal data, because they cannot be erased.
 */
export class Migration20261122200000_events extends Migration {
  override up(): void {
    this.addSql(
      `create table "events" ("id" bigserial primary key, "position" bigint null, "type" text not null, "version" smallint not null default 1, "subject" text not null, "occurred_at" timestamptz not null, "data" jsonb not null);`,
    )
    this.addSql(`create unique index "events_position_unique" on "events" ("position") where "position" is not null;`)
    this.addSql(`create index "events_unpublished_idx" on "events" ("id") where "position" is null;`)
    this.addSql(`create index "events_occurred_idx" on "events" ("occurred_at");`)
    this.addSql(`alter table "events" add constraint "events_type_check" check (type ~ '^[a-z]+\\.[a-z_]+$');`)
    this.keepAppendOnly()
    this.publish()
    this.logOrders()
    this.logFlags()
    this.logProducts()
    this.logReviews()
  }

  private keepAppendOnly(): void {
    this.addSql(`
      create function refuse_rewriting_events() returns trigger language plpgsql ${safely} as $$
      begin
        if tg_op = 'UPDATE' and old.position is null and new.position is not null
           and (new.id, new.type, new.version, new.subject, new.occurred_at, new.data)
               is not distinct from (old.id, old.type, old.version, old.subject, old.occurred_at, old.data) then
          return new;
        end if;
        if tg_op = 'DELETE' and old.position is not null and old.occurred_at < now() - interval '30 days' then
          return old;
        end if;
        raise exception 'events is append-only' using errcode = 'check_violation';
      end $$`)
    this.addSql(`
      create trigger events_append_only before update or delete on events
      for each row execute function refuse_rewriting_events()`)
    this.addSql(`
      create trigger events_keep before truncate on events
      for each statement execute function refuse_rewriting_events()`)
  }

  /**
   * Numbers what was committed, in the order in which it was written, without gaps. One transaction at a time does so and
   * holds the lock until its numbers are visible: whoever sees a position sees every one before it.
   */
  private publish(): void {
    this.addSql(`
      create function publish_events() returns void language plpgsql ${safely} as $$
      begin
        if not exists (select from events where position is null) then return; end if;
        perform pg_advisory_xact_lock(hashtextextended('publish_events', 0));
        update events e set position = last.position + next.place
        from (select coalesce(max(position), 0) as position from events where position is not null) last,
             (select id, row_number() over (order by id) as place
              from (select id from events where position is null order by id limit 5000) waiting) next
        where e.id = next.id;
      end $$`)
  }

  private logOrders(): void {
    this.addSql(`
      create function log_order_events() returns trigger language plpgsql ${safely} as $$
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
        if tg_op = 'UPDATE' and new.refunded_amount <> old.refunded_amount then
          insert into events (type, subject, occurred_at, data)
          values ('order.refunded', new.id, new.updated_at, jsonb_build_object('orderNumber', new.order_number,
                  'change', new.refunded_amount - old.refunded_amount, 'refunded', new.refunded_amount,
                  'total', new.total));
        end if;
        return null;
      end $$`)
    this.addSql(`
      create trigger orders_log_new after insert on orders
      for each row execute function log_order_events()`)
    this.addSql(`
      create trigger orders_log_change after update on orders
      for each row when (old.status <> new.status or old.paid_at is null and new.paid_at is not null
                         or old.refunded_amount <> new.refunded_amount)
      execute function log_order_events()`)
  }

  private logFlags(): void {
    this.addSql(`
      create function log_flag_events() returns trigger language plpgsql ${safely} as $$
      begin
        insert into events (type, subject, occurred_at, data)
        select 'payment.flagged', new.payment_id, new.raised_at, jsonb_build_object('orderId', o.id,
               'orderNumber', o.order_number, 'amount', p.amount, 'what', new.what, 'source', new.source)
        from payments p join orders o on o.id = p.order_id where p.id = new.payment_id;
        return null;
      end $$`)
    this.addSql(`
      create trigger payment_flags_log after insert on payment_flags
      for each row execute function log_flag_events()`)
  }

  /** Changed fields go by the names of the contracts, and columns that come later are among them. */
  private logProducts(): void {
    this.addSql(`
      create function changed_fields(before jsonb, after jsonb, ignored text[]) returns text[] language sql immutable
      begin atomic
        select coalesce(array_agg(left(field, 1) || substr(replace(initcap(replace(field, '_', ' ')), ' ', ''), 2) order by field), '{}')
        from jsonb_each(after - ignored) as fresh (field, value) where value is distinct from before -> field;
      end`)
    this.addSql(`
      create function log_product_events() returns trigger language plpgsql ${safely} as $$
      declare
        product products := coalesce(new, old);
        fields text[];
      begin
        if tg_op = 'UPDATE' then
          fields := changed_fields(to_jsonb(old), to_jsonb(new), '{updated_at,name_key,search_text,search_places}');
          if fields = '{}' then return null; end if;
        end if;
        insert into events (type, subject, occurred_at, data)
        values ('product.' || case tg_op when 'INSERT' then 'created' when 'UPDATE' then 'changed' else 'deleted' end,
                product.id,
                case when tg_op = 'INSERT' then new.created_at
                     when tg_op = 'UPDATE' and new.updated_at <> old.updated_at then new.updated_at else now() end,
                jsonb_strip_nulls(jsonb_build_object('name', product.name, 'price', product.price, 'changed', fields)));
        return null;
      end $$`)
    this.addSql(`
      create trigger products_log after insert or update or delete on products
      for each row execute function log_product_events()`)
  }

  private logReviews(): void {
    this.addSql(`
      create function log_review_events() returns trigger language plpgsql ${safely} as $$
      declare
        fact jsonb := jsonb_build_object('productId', new.product_id, 'rating', new.rating);
      begin
        if tg_op = 'INSERT' then
          insert into events (type, subject, occurred_at, data) values ('review.submitted', new.id, new.created_at, fact);
        end if;
        if new.status = 'approved' then
          insert into events (type, subject, occurred_at, data) values ('review.approved', new.id, new.updated_at, fact);
        end if;
        return null;
      end $$`)
    this.addSql(`
      create trigger reviews_log_new after insert on reviews
      for each row execute function log_review_events()`)
    this.addSql(`
      create trigger reviews_log_approval after update on reviews
      for each row when (old.status <> 'approved' and new.status = 'approved') execute function log_review_events()`)
  }
}
