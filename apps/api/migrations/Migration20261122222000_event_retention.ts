import { Migration } from '@mikro-orm/migrations'

/**
 * How long an event is kept counts from when it was written: an order that is imported with its old date is news today.
 * Events go from the beginning of the log, by position, so no index on a time is needed.
 */
export class Migration20261122222000_event_retention extends Migration {
  override up(): void {
    this.addSql(`alter table "events" add column "written_at" timestamptz not null default now();`)
    this.addSql(`drop index "events_occurred_idx";`)
    this.addSql(`
      create or replace function refuse_rewriting_events() returns trigger language plpgsql
      set search_path = public, pg_temp as $$
      begin
        if tg_op = 'UPDATE' and old.position is null and new.position is not null
           and (new.id, new.type, new.version, new.subject, new.occurred_at, new.written_at, new.data)
               is not distinct from (old.id, old.type, old.version, old.subject, old.occurred_at, old.written_at, old.data) then
          return new;
        end if;
        if tg_op = 'DELETE' and old.position is not null and old.written_at < now() - interval '30 days' then
          return old;
        end if;
        raise exception 'events is append-only' using errcode = 'check_violation';
      end $$`)
  }
}
