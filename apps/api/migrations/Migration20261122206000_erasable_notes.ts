import { Migration } from '@mikro-orm/migrations'

/** A note may lose its words, and nothing else, when its customer asks to be erased. */
export class Migration20261122206000_erasable_notes extends Migration {
  override up(): void {
    this.addSql(`drop trigger order_notes_append_only on order_notes;`)
    this.addSql(`
      create or replace function refuse_rewriting_notes() returns trigger language plpgsql set search_path = public, pg_temp as $$
      begin
        if tg_op = 'UPDATE' and new.text = 'Erased'
           and (new.id, new.order_id, new.kind, new.written_by, new.written_at)
               is not distinct from (old.id, old.order_id, old.kind, old.written_by, old.written_at) then
          return new;
        end if;
        raise exception 'order_notes is append-only' using errcode = 'check_violation';
      end $$`)
    this.addSql(`
      create trigger order_notes_append_only before update or delete on order_notes
      for each row execute function refuse_rewriting_notes()`)
    this.addSql(`
      create trigger order_notes_keep before truncate on order_notes
      for each statement execute function refuse_rewriting_notes()`)
  }
}
