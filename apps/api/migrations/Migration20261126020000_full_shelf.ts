import { Migration } from '@mikro-orm/migrations'

/**
 * What an order gives back always fits: a count holds a million pieces at most, and an order that could not give back could neither
 * end nor let those that wait behind it give back theirs. The ledger says how many really came. See docs/behaviour.md#stock.
 */
export class Migration20261126020000_full_shelf extends Migration {
  override up(): void {
    this.addSql(`
      create or replace function give_back_stock(of_order uuid, why text, at timestamptz) returns void
      language plpgsql set search_path = public, pg_temp as $$
      declare
        line record;
        there int;
        left_over int;
      begin
        perform from orders where id = of_order for update;
        for line in
          select id, variant_id, taken from order_items
          where order_id = of_order and taken > 0 and variant_id is not null order by variant_id, id
        loop
          select stock_count into there from variants where id = line.variant_id for update;
          -- "least" passes over null, which is what is not counted any more.
          left_over := case when there is not null then least(there + line.taken, 1000000) end;
          update variants set stock_count = left_over, updated_at = at where id = line.variant_id;
          update order_items set taken = 0, given_back = given_back + line.taken where id = line.id;
          perform note_stock_change(of_order, line.variant_id, why, left_over - there, left_over, at);
        end loop;
      end $$`)
  }
}
