import { Migration } from '@mikro-orm/migrations'

/**
 * An order may give back pieces of a perfume that is being deleted: it waits for the variant, and then there is none. Its line
 * stays as one whose perfume was deleted before, instead of failing with the order's cancellation.
 */
export class Migration20261126160000_deleted_while_given_back extends Migration {
  override up(): void {
    this.addSql(`
      create or replace function give_back_stock(of_order uuid, why text, at timestamptz) returns void
      language plpgsql set search_path = public, pg_temp as $$
      declare
        line record;
        there int;
        left_over int;
      begin
        perform from orders where id = of_order for no key update;
        for line in
          select id, variant_id, taken from order_items
          where order_id = of_order and taken > 0 and variant_id is not null order by variant_id, id
        loop
          select stock_count into there from variants where id = line.variant_id for no key update;
          continue when not found;
          -- "least" passes over null, which is what is not counted any more.
          left_over := case when there is not null then least(there + line.taken, 1000000) end;
          update variants set stock_count = left_over, updated_at = at where id = line.variant_id;
          update order_items set taken = 0, given_back = given_back + line.taken where id = line.id;
          perform note_stock_change(of_order, line.variant_id, why, left_over - there, left_over, at);
        end loop;
      end $$`)
  }
}
