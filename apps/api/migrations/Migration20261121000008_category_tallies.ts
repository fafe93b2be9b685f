import { Migration } from '@mikro-orm/migrations'

/** Products are tallied by category, so that the use of every shelf is known without walking along it. */
export class Migration20261121000008_category_tallies extends Migration {
  override up(): void {
    this.addSql(`
      create or replace function tallies_of(p products) returns setof tallies language sql immutable rows 1
      as $$ select 'product', '-infinity'::timestamptz, p.category_id::text, 1::bigint, 0::numeric $$`)
    this.addSql(`
      create trigger products_tally_change after update on products for each row
      when (old.category_id is distinct from new.category_id) execute function tally_products()`)
    this.addSql('call count_tallies_afresh()')
  }
}
