import { Migration } from '@mikro-orm/migrations'

const safely = 'set search_path = public, pg_temp'

/** The correction of misspelt words in the statement of a search. A test compares it with the rule, rules/closest-words. */
export class Migration20261122102001_search_spellings extends Migration {
  override up(): void {
    this.addSql('set local statement_timeout = 0')
    this.addSql(variants)
    this.addSql(
      `create index search_words_variants_idx on search_words using gin (spelling_variants(word)) with (fastupdate = off)`,
    )
    for (const statement of [editDistance, closestWords, correctSearch]) this.addSql(statement)
  }
}

/**
 * What a word can be with up to two of its letters left out: two words within two edits of each other have one of these in
 * common. Only the first seven letters are varied, and words of up to five letters allow one edit.
 */
const variants = `
  create function spelling_variants(word text) returns text[] language plpgsql immutable strict parallel safe cost 1000 ${safely} as $$
  declare
    beginning text := left(word, 7);
    shorter text;
    found text[] := array[beginning];
  begin
    if length(word) > 42 then return '{}'; end if;
    for one in 1..length(beginning) loop
      shorter := overlay(beginning placing '' from one for 1);
      found := found || shorter;
      continue when length(word) <= 5;
      for another in one..length(shorter) loop
        found := found || overlay(shorter placing '' from another for 1);
      end loop;
    end loop;
    return found;
  end $$`

/** \`editDistance\` of rules/closest-words. The letters that both words begin and end with change nothing. */
const editDistance = `
  create function edit_distance(one text, other text) returns int language plpgsql immutable strict parallel safe cost 1000 ${safely} as $$
  declare
    distance int := levenshtein(one, other);
    can_swap boolean := false;
    from_letters text[];
    to_letters text[];
    before_previous int[];
    previous int[];
    current int[];
    best int;
  begin
    if distance <= 1 then return distance; end if;
    while one <> '' and left(one, 1) = left(other, 1) loop
      one := substr(one, 2);
      other := substr(other, 2);
    end loop;
    while one <> '' and right(one, 1) = right(other, 1) loop
      one := left(one, -1);
      other := left(other, -1);
    end loop;
    for letter in 2..length(one) loop
      can_swap := strpos(other, substr(one, letter, 1) || substr(one, letter - 1, 1)) > 0;
      exit when can_swap;
    end loop;
    if not can_swap then return distance; end if;
    from_letters := regexp_split_to_array(one, '');
    to_letters := regexp_split_to_array(other, '');
    previous := array(select generate_series(0, length(other)));
    for i in 1..length(one) loop
      current := array[i];
      for j in 1..length(other) loop
        best := least(previous[j + 1] + 1, current[j] + 1, previous[j] + (from_letters[i] <> to_letters[j])::int);
        if from_letters[i] = to_letters[j - 1] and from_letters[i - 1] = to_letters[j] then
          best := least(best, before_previous[j - 1] + 1);
        end if;
        current := current || best;
      end loop;
      before_previous := previous;
      previous := current;
    end loop;
    return previous[length(other) + 1];
  end $$`

/**
 * The three best words of \`closestWords\` in rules/closest-words for a folded word, among the words that a product has now:
 * those within the allowed edits come before all that are only alike. Letters that are only added and removed cost a swap or a change two edits, which PostgreSQL compares fast.
 */
const closestWords = `
  create function closest_words(asked text) returns text[] language plpgsql stable strict parallel safe ${safely}
  set pg_trgm.similarity_threshold = 0.4495 as $$
  declare
    allowed int := case when length(asked) < 3 then 0 when length(asked) <= 5 then 1 else 2 end;
    variants text[] := spelling_variants(asked);
    nearest text[];
  begin
    nearest := array(
      with near as materialized (
        select s.word, edit_distance(s.word, asked) as edits from search_words s
        where spelling_variants(s.word) && variants and length(s.word) <= 40
          and levenshtein_less_equal(s.word, asked, 1, 1, 2, 2 * allowed) <= 2 * allowed - abs(length(s.word) - length(asked))
      ), ordered as materialized (
        select distinct n.edits, similarity(n.word, asked) as likeness, n.word collate "C" as word from near n
        where n.edits <= allowed order by n.edits, likeness desc, word
      )
      select o.word from ordered o
      where exists (select from products p where search_terms(p.search_text) @@ quote_literal(o.word)::tsquery)
      limit 3);
    if cardinality(nearest) = 3 then return nearest; end if;
    return nearest || array(
      with alike as materialized (
        select distinct edit_distance(s.word, asked) as edits, similarity(s.word, asked) as likeness, s.word collate "C" as word
        from search_words s where s.word % asked and length(s.word) <= 40
        order by edits, likeness desc, word
      )
      select a.word from alike a
      where a.edits > allowed
        and exists (select from products p where search_terms(p.search_text) @@ quote_literal(a.word)::tsquery)
      limit 3 - cardinality(nearest));
  end $$`

/**
 * For a search that finds nothing up to three spellings of each word: itself where a product has it, else the nearest
 * words. No row where a word is near to nothing.
 */
const correctSearch = `
  create function correct_search(words text[], out first text[], out second text[], out third text[]) returns setof record
  language plpgsql stable strict parallel safe rows 1 ${safely} as $$
  declare
    word text;
    asked text;
    term text;
    is_known boolean;
    spellings text[];
  begin
    foreach word in array words loop
      asked := left(shop_fold(word), 255);
      is_known := length(word) not between 3 and 40;
      if not is_known and asked !~ '[^[:alnum:]]' then
        for term in select s.word from search_words s where s.word like '%' || asked || '%' loop
          is_known := exists (select from products p where search_terms(p.search_text) @@ quote_literal(term)::tsquery);
          exit when is_known;
        end loop;
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
