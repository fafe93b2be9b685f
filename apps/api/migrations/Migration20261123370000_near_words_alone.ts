import { Migration } from '@mikro-orm/migrations'

const safely = 'set search_path = public, pg_temp'

/**
 * A misspelt word stands for the words with the fewest edits, as `closestWords` in rules/closest-words says; words that are
 * only alike are looked for where none is near. Beside a nearer word the others were seldom meant, and a quarter of a
 * misspelt search's time went into them.
 */
export class Migration20261123370000_near_words_alone extends Migration {
  override up(): void {
    this.addSql(closestWords)
  }
}

/** Letters that are only added and removed cost a swap or a change two edits, which PostgreSQL compares fast. */
const closestWords = `
  create or replace function closest_words(asked text) returns text[] language plpgsql stable strict parallel safe ${safely}
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
      ), known as materialized (
        select o.* from ordered o
        where exists (select from products p where search_terms(p.search_text) @@ quote_literal(o.word)::tsquery)
        limit 3
      )
      select k.word from known k where k.edits = (select min(edits) from known) order by k.likeness desc, k.word);
    if nearest <> '{}' then return nearest; end if;
    return array(
      with alike as materialized (
        select distinct edit_distance(s.word, asked) as edits, similarity(s.word, asked) as likeness, s.word collate "C" as word
        from search_words s where s.word % asked and length(s.word) <= 40
        order by edits, likeness desc, word
      )
      select a.word from alike a
      where exists (select from products p where search_terms(p.search_text) @@ quote_literal(a.word)::tsquery)
      limit 3);
  end $$`
