import { Migration } from '@mikro-orm/migrations'

const safely = 'set search_path = public, pg_temp'

/**
 * The words that have some letters in them begin with these letters somewhere: an ordered index of how words go on from
 * each of their letters finds them at once, and the ninth ends the look-up. Trigrams had to be intersected for every word
 * of a search, three times where it was misspelt: docs/decisions/020-search-index.md.
 */
export class Migration20261122224000_search_suffixes extends Migration {
  override up(): void {
    this.addSql('set local statement_timeout = 0')
    this.addSql(`create table search_suffixes (suffix text collate "C" not null, word text not null)`)
    for (const statement of [suffixesOf, rebuildSearchWords, learnSearchWords, searchQuery, correctSearch])
      this.addSql(statement)
    this.addSql('insert into search_suffixes select suffix, word from search_words, suffixes_of(word) suffix')
    this.addSql('create index search_suffixes_idx on search_suffixes (suffix, word)')
  }
}

const suffixesOf = `
  create function suffixes_of(word text) returns setof text language sql immutable strict parallel safe rows 6
  begin atomic
    select substr(word, start) from generate_series(1, length(word) - 2) start;
  end`

const rebuildSearchWords = `
  create or replace procedure rebuild_search_words() language sql
  begin atomic
    delete from search_words;
    delete from search_suffixes;
    insert into search_words
    select distinct word from products p, unnest(tsvector_to_array(search_terms(p.search_text))) word
    where not starts_with(word, '*');
    insert into search_suffixes select suffix, word from search_words, suffixes_of(word) suffix;
  end`

const learnSearchWords = `
  create or replace function learn_search_words() returns trigger language plpgsql ${safely} as $$
  begin
    perform pg_advisory_xact_lock_shared(471120271);
    with learned as (
      insert into search_words
      select term.word from unnest(tsvector_to_array(search_terms(new.search_text))) term (word)
      where not starts_with(term.word, '*') and not exists (select from search_words known where known.word = term.word)
      returning word
    )
    insert into search_suffixes select suffix, word from learned, suffixes_of(word) suffix;
    return null;
  end $$`

/** The words with \`piece\` in them, as a condition on search_suffixes: nothing sorts behind this letter. */
const hasPiece = (piece: string) => `s.suffix >= ${piece} and s.suffix < ${piece} || U&'\\+10FFFF'`

/** As before, only that words are found by their suffixes, some of them twice. */
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
        terms := array(select s.word from search_suffixes s where ${hasPiece('piece')} limit 9);
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

/** As before, only that words are found by their suffixes. */
const correctSearch = `
  create or replace function correct_search(words text[], out first text[], out second text[], out third text[]) returns setof record
  language plpgsql stable strict parallel safe rows 1 ${safely} as $$
  declare
    word text;
    asked text;
    is_known boolean;
    spellings text[];
  begin
    foreach word in array words loop
      asked := left(shop_fold(word), 255);
      is_known := length(word) not between 3 and 40;
      if not is_known and asked !~ '[^[:alnum:]]' then
        is_known := exists (
          select from search_suffixes s
          where ${hasPiece('asked')}
            and exists (select from products p where search_terms(p.search_text) @@ quote_literal(s.word)::tsquery));
      end if;
      if is_known then
        spellings := array[word];
      else
        spellings := closest_words(asked);
        if spellings = '{}' then return; end if;
      end if;
      first := first || spellings[1];
      second := second || spellings[2];
      third := third || spellings[3];
    end loop;
    return next;
  end $$`
