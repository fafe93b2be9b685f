import { Migration } from '@mikro-orm/migrations'

const safely = 'set search_path = public, pg_temp'

/** Counts, sold-out switches and settings are part of the event log too: after the migrations that make their tables. */
export class Migration20261122209000_stock_and_settings_events extends Migration {
  override up(): void {
    // Low is what the owner calls so, and without that the last piece.
    this.addSql(`
      create function log_stock_events() returns trigger language plpgsql ${safely} as $$
      declare
        name text := (select p.name from products p where p.id = new.product_id);
      begin
        insert into events (type, subject, occurred_at, data)
        values ('stock.changed', new.product_id, new.updated_at, jsonb_build_object('name', name, 'variantId', new.id,
                'from', old.stock_count, 'to', new.stock_count, 'isSoldOut', not new.is_available));
        if new.stock_count <= coalesce(new.low_at, 0)
           and (old.stock_count is null or old.stock_count > coalesce(old.low_at, 0)) then
          insert into events (type, subject, occurred_at, data)
          values ('stock.low', new.product_id, new.updated_at, jsonb_build_object('name', name, 'variantId', new.id,
                  'left', new.stock_count));
        end if;
        return null;
      end $$`)
    this.addSql(`
      create trigger variants_log_stock after update on variants
      for each row when (old.stock_count is distinct from new.stock_count or old.sold_out <> new.sold_out)
      execute function log_stock_events()`)
    this.addSql(`
      create function log_setting_events() returns trigger language plpgsql ${safely} as $$
      begin
        insert into events (type, subject, occurred_at, data)
        values ('settings.changed', new.key, new.changed_at, jsonb_build_object('key', new.key,
                'isUndo', new.undoes is not null));
        return null;
      end $$`)
    this.addSql(`
      create trigger shop_setting_changes_log after insert on shop_setting_changes
      for each row execute function log_setting_events()`)
  }
}
