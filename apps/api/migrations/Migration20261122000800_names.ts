import { Migration } from '@mikro-orm/migrations'

const tables = {
  gateway_messages: 'webhook_events',
  gateway_pace: 'look_up_slots',
  receipt_mails: 'receipt_emails',
  tallies: 'counters',
}

const columns = [
  { table: 'payments', from: 'is_by_hand', to: 'is_manual' },
  { table: 'uploaded_pictures', from: 'is_doomed', to: 'is_marked_for_deletion' },
]

/** How the names of constraints and indexes begin, before and after: PostgreSQL derives them from tables and columns. */
const prefixes = {
  ...Object.fromEntries(Object.entries(tables).map(([from, to]) => [`${from}_`, `${to}_`])),
  payments_is_by_hand_: 'payments_is_manual_',
  payments_by_hand_: 'payments_manual_',
  uploaded_pictures_is_doomed_: 'uploaded_pictures_is_marked_for_deletion_',
}

const countedTables = ['orders', 'payments', 'products', 'reviews']

/** Gives tables, columns, functions and triggers the names that the code uses. No row is read or written. */
export class Migration20261122000800_names extends Migration {
  override up(): void {
    for (const [from, to] of Object.entries(tables)) this.addSql(`alter table ${from} rename to ${to}`)
    for (const { table, from, to } of columns) this.addSql(`alter table ${table} rename column ${from} to ${to}`)
    this.renameConstraintsAndIndexes()
    this.renameCounting()
    this.renameNotifications()
  }

  /** A list of names would not do: PostgreSQL 18 names `not null` constraints, earlier versions have none. */
  private renameConstraintsAndIndexes(): void {
    const pairs = Object.entries(prefixes).map(([from, to]) => `('${from}', '${to}')`)
    this.addSql(`
      do $do$
      declare
        object record;
      begin
        for object in
          select conrelid::regclass as owner, conname as name, prefix.after || substr(conname, length(prefix.before) + 1) as new_name
          from pg_constraint, (values ${pairs.join(', ')}) as prefix (before, after)
          where connamespace = current_schema()::regnamespace and starts_with(conname, prefix.before)
        loop
          execute format('alter table %s rename constraint %I to %I', object.owner, object.name, object.new_name);
        end loop;
        for object in
          select oid::regclass as owner, prefix.after || substr(relname, length(prefix.before) + 1) as new_name
          from pg_class, (values ${pairs.join(', ')}) as prefix (before, after)
          where relnamespace = current_schema()::regnamespace and relkind = 'i' and starts_with(relname, prefix.before)
        loop
          execute format('alter index %s rename to %I', object.owner, object.new_name);
        end loop;
      end $do$`)
  }

  /** Functions in SQL follow a renamed table by themselves; the bodies of those in PL/pgSQL are text. */
  private renameCounting(): void {
    for (const table of countedTables) {
      this.addSql(`alter function tallies_of(${table}) rename to counter_changes_of`)
      this.addSql(`alter function tally_${table}() rename to count_${table}`)
      this.addSql(`
        create or replace function count_${table}() returns trigger language plpgsql set search_path = public, pg_temp as $$
        begin
          if tg_op <> 'INSERT' then
            insert into counters select kind, hour, detail, -count, -amount from counter_changes_of(old);
          end if;
          if tg_op <> 'DELETE' then
            insert into counters select * from counter_changes_of(new);
          end if;
          return null;
        end $$`)
      this.addSql(`alter trigger ${table}_tally on ${table} rename to ${table}_count`)
      this.addSql(`alter trigger ${table}_tally_change on ${table} rename to ${table}_count_change`)
    }
    this.addSql('alter procedure count_tallies_afresh() rename to rebuild_counters')
    this.addSql('alter procedure count_search_words_afresh() rename to rebuild_search_words')
  }

  private renameNotifications(): void {
    this.addSql('alter function announce_catalogue_change() rename to notify_catalogue_changed')
    for (const table of ['categories', 'products'])
      this.addSql(`alter trigger ${table}_announce on ${table} rename to ${table}_notify`)
    for (const when of ['new', 'gone', 'change'])
      this.addSql(`alter trigger reviews_announce_${when} on reviews rename to reviews_notify_${when}`)
  }
}
