import { Migration } from '@mikro-orm/migrations'

/** A perfume without a number of its own is low where the owner's setting says so, as the page Stock shows it. */
export class Migration20261122210000_low_by_setting extends Migration {
  override up(): void {
    this.addSql(`
      create or replace function log_stock_events() returns trigger language plpgsql set search_path = public, pg_temp as $$
      declare
        name text := (select p.name from products p where p.id = new.product_id);
        usual int := coalesce((select s.value::int from shop_settings s where s.key = 'stock.lowAt' and jsonb_typeof(s.value) = 'number'), 3);
      begin
        insert into events (type, subject, occurred_at, data)
        values ('stock.changed', new.product_id, new.updated_at, jsonb_build_object('name', name, 'variantId', new.id,
                'from', old.stock_count, 'to', new.stock_count, 'isSoldOut', not new.is_available));
        if new.stock_count <= coalesce(new.low_at, usual)
           and (old.stock_count is null or old.stock_count > coalesce(old.low_at, usual)) then
          insert into events (type, subject, occurred_at, data)
          values ('stock.low', new.product_id, new.updated_at, jsonb_build_object('name', name, 'variantId', new.id,
                  'left', new.stock_count));
        end if;
        return null;
      end $$`)
  }
}
