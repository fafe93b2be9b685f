import { Migration } from '@mikro-orm/migrations'

/**
 * What must happen whoever writes the catalogue: every process hears that it changed (and drops what it remembered),
 * and every word of a product's text is known to the search for typing mistakes. Words are only ever added: one that no
 * product holds any more finds nothing, and so does no harm.
 */
export class Migration20261121000002_catalogue_upkeep extends Migration {
  override up(): void {
    this.addSql(`
      create function announce_catalogue_change() returns trigger language plpgsql as $$
      begin
        perform pg_notify('catalogue_changed', '');
        return null;
      end $$`)
    for (const table of ['products', 'categories']) {
      this.addSql(`
        create trigger ${table}_announce after insert or update or delete or truncate on ${table}
        for each statement execute function announce_catalogue_change()`)
    }
    // A visitor's pending review changes nothing that is public, so it disturbs nobody's memory.
    this.addSql(`
      create trigger reviews_announce_new after insert on reviews
      for each row when (new.status = 'approved') execute function announce_catalogue_change()`)
    this.addSql(`
      create trigger reviews_announce_gone after delete on reviews
      for each row when (old.status = 'approved') execute function announce_catalogue_change()`)
    this.addSql(`
      create trigger reviews_announce_change after update on reviews
      for each row when (old.status = 'approved' or new.status = 'approved') execute function announce_catalogue_change()`)

    this.addSql('create table search_words (word text primary key)')
    this.addSql('create index search_words_trigram_idx on search_words using gin (word gin_trgm_ops)')
    this.addSql(`
      create function learn_search_words() returns trigger language plpgsql as $$
      begin
        insert into search_words
        select distinct word from regexp_split_to_table(new.search_text, '[^[:alnum:]]+') as word
        where length(word) between 3 and 40
        on conflict do nothing;
        return null;
      end $$`)
    this.addSql(`
      create trigger products_learn_new after insert on products
      for each row execute function learn_search_words()`)
    this.addSql(`
      create trigger products_learn_change after update on products
      for each row when (old.search_text is distinct from new.search_text) execute function learn_search_words()`)

    // The layout that rate-limiter-flexible asks for.
    this.addSql(
      'create table rate_limits (key varchar(255) primary key, points integer not null default 0, expire bigint)',
    )
  }
}
