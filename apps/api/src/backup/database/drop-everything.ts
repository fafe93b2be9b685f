import type pg from 'pg'

/** Everything that migrations have made in the shop's schema, extensions apart. Needs no more than to own it. */
const ownObjects = `
  with own as (
    select 'r' as kind, c.oid, format('drop table public.%I cascade', c.relname) as statement
    from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and c.relname <> 'schema_migrations'
    union all
    select 's', c.oid, format('drop sequence if exists public.%I cascade', c.relname)
    from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'S' and c.relname <> 'schema_migrations_id_seq'
    union all
    select 'v', c.oid, format('drop %s if exists public.%I cascade', case c.relkind when 'm' then 'materialized view' else 'view' end, c.relname)
    from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('v', 'm')
    union all
    select 'z', p.oid, format('drop routine if exists %s cascade', p.oid::regprocedure)
    from pg_proc p where p.pronamespace = 'public'::regnamespace)
  select statement from own where not exists (select from pg_depend d where d.objid = own.oid and d.deptype = 'e')
  order by kind, statement`

/** Removes the shop's tables and functions and its job queues, for migrations to make them anew. Belongs into a transaction. */
export async function dropEverything(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ statement: string }>(ownObjects)
  for (const { statement } of rows) await client.query(statement)
  await client.query('drop schema if exists pgboss cascade')
  await client.query('delete from schema_migrations')
}
