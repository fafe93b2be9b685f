import { Migration } from '@mikro-orm/migrations'

/**
 * That the pieces of a cancelled order are gone holds for that cancellation alone: an order that comes back to life has its pieces,
 * and gives them back when it ends again. The database takes the mark back, because many writers move an order on. Those that live
 * with it now lose it too, after the trigger, so that none is marked behind the update. See docs/behaviour.md#stock.
 */
export class Migration20261126080000_kept_pieces_live_again extends Migration {
  override up(): void {
    this.addSql(`
      create function clear_keeps_pieces() returns trigger language plpgsql set search_path = public, pg_temp as $$
      begin
        new.keeps_pieces := false;
        return new;
      end $$`)
    this.addSql(`
      create trigger orders_clear_keeps_pieces before update of status on orders for each row
      when (old.keeps_pieces and new.status <> 'cancelled') execute function clear_keeps_pieces()`)
    this.addSql(`update orders set keeps_pieces = false where keeps_pieces and status <> 'cancelled'`)
  }
}
