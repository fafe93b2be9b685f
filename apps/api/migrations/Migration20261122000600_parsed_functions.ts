import { Migration } from '@mikro-orm/migrations'

/**
 * A backup is restored with an empty search path, in which a body kept as text finds neither tables nor other functions.
 * Functions in SQL get a body that is parsed here, once, and so names what it uses for good; those in PL/pgSQL, which
 * knows no such body, carry the schema that they look in. Every function keeps its words, so that generated columns,
 * indexes and triggers on them stay as they are.
 */
export class Migration20261122000600_parsed_functions extends Migration {
  override up(): void {
    this.addSql(`
      do $do$
      declare
        own record;
        head text;
      begin
        for own in
          select p.oid, p.prosrc, p.oid::regprocedure as signature, p.prokind, l.lanname
          from pg_proc p join pg_language l on l.oid = p.prolang
          where p.pronamespace = current_schema()::regnamespace
            and not exists (select from pg_depend d
                            where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e')
            and (l.lanname = 'sql' and p.prosqlbody is null
                 or l.lanname = 'plpgsql' and coalesce(array_to_string(p.proconfig, ' '), '') !~ 'search_path=')
        loop
          if own.lanname = 'sql' then
            head := split_part(pg_get_functiondef(own.oid), case own.prokind when 'p' then 'AS $procedure$' else 'AS $function$' end, 1);
            execute head || ' begin atomic ' || own.prosrc || '; end';
          else
            execute format('alter routine %s set search_path = %I, pg_temp', own.signature, current_schema());
          end if;
        end loop;
      end $do$`)
  }
}
