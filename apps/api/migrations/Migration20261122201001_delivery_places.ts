import { Migration } from '@mikro-orm/migrations'

/**
 * Orders go to the places of the specification and to those that the owner adds. The setting holds what a place costs now;
 * the table holds every place that an order was ever delivered to, so that none is lost with the setting.
 */
export class Migration20261122201001_delivery_places extends Migration {
  override up(): void {
    this.addSql('create table delivery_places (id text primary key, name text not null)')
    this.addSql(
      `insert into delivery_places values ('embu', 'Embu'), ('nairobi-cbd', 'Nairobi CBD'), ('nairobi-other', 'Other Nairobi')`,
    )
    this.addSql(`
      create function keep_delivery_places() returns trigger language plpgsql set search_path = public, pg_temp as $$
      begin
        insert into delivery_places
        select place ->> 'id', place ->> 'name' from jsonb_array_elements(new.value) as place
        on conflict (id) do update set name = excluded.name where delivery_places.name <> excluded.name;
        return null;
      end $$`)
    this.addSql(`
      create trigger shop_settings_keep_places after insert or update on shop_settings for each row
      when (new.key = 'delivery.places' and jsonb_typeof(new.value) = 'array')
      execute function keep_delivery_places()`)
    this.addSql(`
      create function require_delivery_place() returns trigger language plpgsql set search_path = public, pg_temp as $$
      begin
        if not exists (select from delivery_places where id = new.delivery_location) then
          raise exception 'the shop delivers nowhere of this name'
            using errcode = 'check_violation', table = 'orders', constraint = 'orders_delivery_location_known';
        end if;
        return new;
      end $$`)
    this.addSql(`
      create trigger orders_delivery_location_known before insert on orders
      for each row execute function require_delivery_place()`)
    this.addSql(`
      create trigger orders_delivery_location_stays_known before update of delivery_location on orders for each row
      when (old.delivery_location is distinct from new.delivery_location) execute function require_delivery_place()`)
    this.addSql('alter table "orders" drop constraint "orders_delivery_location_check"')
  }
}
