import { Migration } from '@mikro-orm/migrations'

/**
 * The words of every product in the order that best matches go by, as " name | category # description ": the first place
 * where a word of a search stands, whole or as a part, is all that its rank takes (`rules/search-rank`).
 */
export class Migration20261122000300_search_places extends Migration {
  override up(): void {
    this.addSql(`
      create function spaced_words(phrase text) returns text language sql immutable strict parallel safe
      begin atomic
        select regexp_replace(' ' || shop_fold(phrase) || ' ', '[^[:alnum:]]+', ' ', 'g');
      end`)
    this.addSql(`
      create function search_places(name text, category text, description text)
      returns text language sql immutable strict parallel safe
      begin atomic
        select spaced_words(name) || '|' || spaced_words(category) || '#' || spaced_words(description);
      end`)
    this.addSql(`
      alter table "products"
        add "search_places" text generated always as (search_places(name, category, description)) stored null`)
  }
}
