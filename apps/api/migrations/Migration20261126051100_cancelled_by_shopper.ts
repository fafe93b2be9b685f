import { Migration } from '@mikro-orm/migrations'

/**
 * Tells an order that its shopper has cancelled, and may open again, from one that the owner has. Of the orders that are cancelled
 * already, and of those that a shop of the version before still cancels, it is not known: they count as the owner's and stay
 * cancelled. The database takes the mark back, because many writers move an order on.
 *
 * PostgreSQL 17.12 adds no column with a default to a table whose row a parsed function takes: meanwhile these have an empty body, also
 * in 15 and 16, whose next versions may refuse it too. PostgreSQL 18 adds it.
 */
export class Migration20261126051100_cancelled_by_shopper extends Migration {
  override up(): void {
    this.addSql(`
      do $do$
      declare
        parsed text[] := '{}';
        definition text;
      begin
        if current_setting('server_version_num')::int < 180000 then
          parsed := array(
            select pg_get_functiondef(p.oid) from pg_proc p
            where p.prosqlbody is not null and p.pronamespace = current_schema()::regnamespace
              and exists (select from pg_depend d
                          where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.refclassid = 'pg_type'::regclass
                            and d.refobjid = (select reltype from pg_class where oid = 'orders'::regclass)));
        end if;
        perform set_config('check_function_bodies', 'off', true);
        foreach definition in array parsed loop
          execute regexp_replace(definition, '\\n(BEGIN ATOMIC|RETURN ).*$', E'\\nAS \\'\\'');
        end loop;
        alter table "orders" add "cancelled_by_shopper" boolean not null default false;
        foreach definition in array parsed loop
          execute definition;
        end loop;
        perform set_config('check_function_bodies', 'on', true);
      end $do$`)
    this.addSql(`
      create function clear_cancelled_by_shopper() returns trigger language plpgsql set search_path = public, pg_temp as $$
      begin
        new.cancelled_by_shopper := false;
        return new;
      end $$`)
    this.addSql(`
      create trigger orders_clear_cancelled_by_shopper before update of status on orders for each row
      when (old.cancelled_by_shopper and new.status <> 'cancelled') execute function clear_cancelled_by_shopper()`)
  }
}
