import { Migration } from '@mikro-orm/migrations'

/**
 * The vocabulary behind misspelt searches knows a word for as long as a product has it: a misspelling that was corrected
 * must not be taken for a word of the catalogue. In how many products a word stands is a sum of rows: triggers only ever
 * add one, so products that are saved at once never wait for each other, in whatever order they name their words, and a
 * job adds them up (`add-up-search-words`).
 */
export class Migration20261122000301_search_words extends Migration {
  override up(): void {
    this.addSql('drop trigger products_learn_new on products')
    this.addSql('drop trigger products_learn_change on products')
    this.addSql('drop function learn_search_words()')
    this.addSql('drop table search_words')

    this.addSql('create table search_words (word text not null, product_count bigint not null)')
    this.addSql('create index search_words_word_idx on search_words (word)')
    this.addSql('create index search_words_trigram_idx on search_words using gin (word gin_trgm_ops)')
    this.addSql(`
      create function search_words_of(search_text text) returns setof text language sql immutable strict parallel safe rows 30
      begin atomic
        select distinct word from regexp_split_to_table(search_text, '[^[:alnum:]]+') word
        where length(word) between 3 and 40;
      end`)
    this.addSql(`
      create function count_search_words() returns trigger language plpgsql set search_path = pg_catalog, public as $$
      begin
        case tg_op
          when 'INSERT' then
            insert into search_words
            select word, count(*) from new_products p, search_words_of(p.search_text) word group by word;
          when 'DELETE' then
            insert into search_words
            select word, -count(*) from old_products p, search_words_of(p.search_text) word group by word;
          when 'UPDATE' then
            insert into search_words
            select word, sum(change) from (
              select search_words_of(n.search_text) as word, 1 as change from new_products n
              where not exists (select from old_products o where o.id = n.id and o.search_text = n.search_text)
              union all
              select search_words_of(o.search_text), -1 from old_products o
              where not exists (select from new_products n where n.id = o.id and n.search_text = o.search_text)
            ) changed group by word having sum(change) <> 0;
          when 'TRUNCATE' then
            delete from search_words;
        end case;
        return null;
      end $$`)
    const changes = {
      insert: 'referencing new table as new_products',
      delete: 'referencing old table as old_products',
      update: 'referencing old table as old_products new table as new_products',
      truncate: '',
    }
    for (const [change, tables] of Object.entries(changes)) {
      this.addSql(`
        create trigger products_count_words_on_${change} after ${change} on products ${tables}
        for each statement execute function count_search_words()`)
    }

    // Also for whoever loads products with the triggers off.
    this.addSql(`
      create procedure count_search_words_afresh() language sql
      begin atomic
        delete from search_words;
        insert into search_words
        select word, count(*) from products p, search_words_of(p.search_text) word group by word;
      end`)
    this.addSql('call count_search_words_afresh()')
  }
}
