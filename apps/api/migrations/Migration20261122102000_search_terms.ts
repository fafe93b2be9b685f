import { Migration } from '@mikro-orm/migrations'

// The same number as in purge-search-words.ts: who learns words shares the lock, who drops some holds it alone.
const lockShared = 'perform pg_advisory_xact_lock_shared(471120271);'
const safely = 'set search_path = public, pg_temp'

/**
 * A search looks its words up in the vocabulary and then the products by words, both by index, so that it costs the same
 * however many words the catalogue has: docs/decisions/020-search-index.md.
 */
export class Migration20261122102000_search_terms extends Migration {
  override up(): void {
    this.addSql('set local statement_timeout = 0')
    this.indexProducts()
    this.keepVocabulary()
    this.addSql(
      `create index search_words_trigram_idx on search_words using gin (word gin_trgm_ops) with (fastupdate = off)`,
    )
    this.addSql(searchQuery)
  }

  private indexProducts(): void {
    // The cost makes the planner use the index: nothing must compute the terms of every product. "*" is in each of them.
    this.addSql(`
      create function search_terms(search_text text) returns tsvector
      language sql immutable strict parallel safe cost 1000
      begin atomic
        select array_to_tsvector(array['*'] || array(
          select substr(word, start, 80)
          from regexp_split_to_table(search_text, '[^[:alnum:]]+') word, generate_series(1, greatest(1, length(word) - 40), 40) start
          where length(word) >= 3));
      end`)
    this.addSql(`drop index "products_search_idx";`)
    this.addSql(
      `create index "products_search_idx" on "products" using gin (search_terms(search_text)) with (fastupdate = off);`,
    )
  }

  /** A word is inserted where it is missing, and never changed: products that are saved at once do not wait for each other. */
  private keepVocabulary(): void {
    for (const change of ['insert', 'delete', 'update', 'truncate'])
      this.addSql(`drop trigger products_count_words_on_${change} on products`)
    this.addSql('drop procedure rebuild_search_words()')
    this.addSql('drop function count_search_words()')
    this.addSql('drop function search_words_of(text)')
    this.addSql('drop table search_words')
    this.addSql('create table search_words (word text not null)')
    this.addSql(`
      create procedure rebuild_search_words() language sql
      begin atomic
        delete from search_words;
        insert into search_words
        select distinct word from products p, unnest(tsvector_to_array(search_terms(p.search_text))) word where word <> '*';
      end`)
    this.addSql('call rebuild_search_words()')
    this.addSql('create index search_words_word_idx on search_words (word)')
    this.addSql(`
      create function learn_search_words() returns trigger language plpgsql ${safely} as $$
      begin
        ${lockShared}
        insert into search_words
        select term.word from unnest(tsvector_to_array(search_terms(new.search_text))) term (word)
        where term.word <> '*' and not exists (select from search_words known where known.word = term.word);
        return null;
      end $$`)
    this.addSql(`
      create trigger products_learn_words_on_insert after insert on products
      for each row execute function learn_search_words()`)
    this.addSql(`
      create trigger products_learn_words_on_update after update on products
      for each row when (old.search_text is distinct from new.search_text) execute function learn_search_words()`)
  }
}

/**
 * What products are looked up by: every word, in one of its spellings, is a part of one of their terms. It finds too many
 * where it leaves a word out, never too few: a word without three letters in a row, or a part of more than thirty terms
 * beside a word that is not.
 */
const searchQuery = `
  create function search_query(first text[], second text[] = null, third text[] = null) returns tsquery
  language plpgsql stable parallel safe ${safely} as $$
  declare
    spelling text;
    piece text;
    pieces text[];
    terms text[];
    narrow text;
    widest text[];
  begin
    for nth in 1..cardinality(first) loop
      pieces := '{}';
      terms := '{}';
      foreach spelling in array array_remove(array[first[nth], second[nth], third[nth]], null) loop
        piece := shop_fold(spelling);
        if piece ~ '[^[:alnum:]]' then
          select part into piece from regexp_split_to_table(piece, '[^[:alnum:]]+') part order by length(part) desc limit 1;
        end if;
        piece := left(piece, 40);
        pieces := pieces || piece;
        exit when length(piece) < 3;
        terms := terms || array(select s.word from search_words s where s.word like '%' || piece || '%' limit 31);
      end loop;
      continue when length(piece) < 3;
      if terms = '{}' then return $q$'-'$q$; end if;
      if cardinality(terms) <= 30 then
        narrow := concat_ws('&', narrow, $q$('$q$ || array_to_string(terms, $q$'|'$q$) || $q$')$q$);
      else
        widest := coalesce(widest, pieces);
      end if;
    end loop;
    if narrow is null and widest is not null then
      select $q$'$q$ || string_agg(s.word, $q$'|'$q$) || $q$'$q$ into narrow
      from unnest(widest) part, search_words s where s.word like '%' || part || '%';
    end if;
    return coalesce(narrow, $q$'*'$q$);
  end $$`
