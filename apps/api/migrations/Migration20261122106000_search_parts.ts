import { Migration } from '@mikro-orm/migrations'

const safely = 'set search_path = public, pg_temp'

/**
 * A product is found by every three letters in a row of its words too, marked with "*". A search for letters that hundreds
 * of words have in them looked all of these words up, which took up to a second.
 */
export class Migration20261122106000_search_parts extends Migration {
  override up(): void {
    this.addSql('set local statement_timeout = 0')
    this.addSql('drop index products_search_idx')
    for (const statement of [searchTerms, rebuildSearchWords, learnSearchWords, searchQuery]) this.addSql(statement)
    this.addSql(
      `create index "products_search_idx" on "products" using gin (search_terms(search_text)) with (fastupdate = off)`,
    )
  }
}

const searchTerms = `
  create or replace function search_terms(search_text text) returns tsvector
  language sql immutable strict parallel safe cost 1000
  begin atomic
    with words as materialized (
      select word from regexp_split_to_table(search_text, '[^[:alnum:]]+') word where length(word) >= 3
    )
    select array_to_tsvector(array['*']
      || array(select substr(word, start, 80) from words, generate_series(1, greatest(1, length(word) - 40), 40) start)
      || array(select '*' || substr(word, start, 3) from words, generate_series(1, length(word) - 2) start));
  end`

const rebuildSearchWords = `
  create or replace procedure rebuild_search_words() language sql
  begin atomic
    delete from search_words;
    insert into search_words
    select distinct word from products p, unnest(tsvector_to_array(search_terms(p.search_text))) word
    where not starts_with(word, '*');
  end`

const learnSearchWords = `
  create or replace function learn_search_words() returns trigger language plpgsql ${safely} as $$
  begin
    perform pg_advisory_xact_lock_shared(471120271);
    insert into search_words
    select term.word from unnest(tsvector_to_array(search_terms(new.search_text))) term (word)
    where not starts_with(term.word, '*') and not exists (select from search_words known where known.word = term.word);
    return null;
  end $$`

/**
 * What products are looked up by: every word, in one of its spellings, is a part of one of their terms. It finds too many
 * where it leaves out a word without three letters in a row, or where a word is a part of so many terms that its letters
 * are looked up instead; never too few.
 */
const searchQuery = `
  create or replace function search_query(first text[], second text[] = null, third text[] = null) returns tsquery
  language plpgsql stable parallel safe ${safely} as $$
  declare
    spelling text;
    piece text;
    terms text[];
    part text;
    parts text;
    query text;
  begin
    for nth in 1..cardinality(first) loop
      parts := null;
      foreach spelling in array array_remove(array[first[nth], second[nth], third[nth]], null) loop
        piece := shop_fold(spelling);
        if piece ~ '[^[:alnum:]]' then
          select split into piece from regexp_split_to_table(piece, '[^[:alnum:]]+') split order by length(split) desc limit 1;
        end if;
        piece := left(piece, 40);
        exit when length(piece) < 3;
        terms := array(select s.word from search_words s where s.word like '%' || piece || '%' limit 9);
        continue when terms = '{}';
        if cardinality(terms) <= 8 then
          part := array_to_string(terms, $q$'|'$q$);
        else
          select string_agg('*' || substr(piece, start, 3), $q$'&'$q$) into part from generate_series(1, length(piece) - 2) start;
        end if;
        parts := concat_ws('|', parts, $q$('$q$ || part || $q$')$q$);
      end loop;
      continue when length(piece) < 3;
      if parts is null then return $q$'-'$q$; end if;
      query := concat_ws('&', query, '(' || parts || ')');
    end loop;
    return coalesce(query, $q$'*'$q$);
  end $$`
