import { Migration } from '@mikro-orm/migrations'

/** As `openClaims` of the program has it (undecided-money.ts). */
const isOpen = (row: 'old' | 'new') => `(${row}.state = 'checking' or ${row}.waits_for_other)`

/**
 * An order shows whether a receipt that was typed for it is undecided, so a receipt that is typed or decided changes the order, as a
 * doubt about its payments does: whoever follows orders by their last change learns of it.
 */
export class Migration20261127170600_claim_changes_order extends Migration {
  override up(): void {
    // The order may have been changed later than the receipt was decided, and versions on the wire end at the millisecond.
    this.addSql(`
      create function touch_claimed_order() returns trigger language plpgsql set search_path = public, pg_temp as $$
      begin
        update orders o
        set updated_at = greatest(o.updated_at + interval '1 millisecond', coalesce(new.answered_at, new.asked_at))
        where o.id = new.order_id;
        return null;
      end $$`)
    // Whoever types a receipt has locked its order, and whoever decides it locks claims before orders.
    this.addSql(`
      create trigger receipt_claims_touch_new after insert on receipt_claims for each row
      when (${isOpen('new')}) execute function touch_claimed_order()`)
    this.addSql(`
      create trigger receipt_claims_touch_decided after update of state, waits_for_other on receipt_claims for each row
      when (${isOpen('old')} <> ${isOpen('new')}) execute function touch_claimed_order()`)
  }
}
