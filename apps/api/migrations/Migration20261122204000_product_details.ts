import { Migration } from '@mikro-orm/migrations'

const parsedLater = (statement: string) => `as $$ ${statement} $$`
const parsedNow = (statement: string) => `begin atomic ${statement}; end`

/** PostgreSQL before 18 adds no column with a value to a table whose row a parsed function reads. */
const countingOfProducts = (body: (statement: string) => string) =>
  `create or replace function counter_changes_of(p products) returns setof counters language sql immutable rows 1 ${body(
    `select 'product', '-infinity'::timestamptz, p.category_id::text, 1::bigint, 0::numeric`,
  )}`

/** Several pictures, and what a perfume smells of in parts; `note_terms` finds the perfumes that share a note. */
export class Migration20261122204000_product_details extends Migration {
  override up(): void {
    this.addSql('set local statement_timeout = 0')
    this.addSql(`
      create function note_terms(top text[], heart text[], base text[]) returns text[] language sql immutable parallel safe
      begin atomic
        select coalesce(array_agg(distinct shop_fold(btrim(note))), '{}') from unnest(top || heart || base) note;
      end`)
    this.addSql(countingOfProducts(parsedLater))
    this.addSql(
      `alter table "products" add "image_alt" text null, add "concentration" text null, add "notes_top" text[] not null default '{}', add "notes_heart" text[] not null default '{}', add "notes_base" text[] not null default '{}', add "note_terms" text[] generated always as (note_terms(notes_top, notes_heart, notes_base)) stored null;`,
    )
    this.addSql(countingOfProducts(parsedNow))
    this.addSql(`create index "products_note_terms_idx" on "products" using gin ("note_terms");`)
    this.addSql(
      `create table "product_pictures" ("product_id" uuid not null, "position" smallint not null, "image" text not null, "alt" text null, primary key ("product_id", "position"));`,
    )
    this.addSql(
      `comment on column "product_pictures"."image" is 'Path of one of our pictures, or a foreign http(s) address';`,
    )
    this.addSql(
      `alter table "product_pictures" add constraint "product_pictures_product_id_foreign" foreign key ("product_id") references "products" ("id") on delete cascade;`,
    )
    this.addSql(
      `alter table "product_pictures" add constraint "product_pictures_position_check" check (position >= 1 and position <= 11);`,
    )
    this.addSql(`
      create trigger product_pictures_notify after insert or update or delete or truncate on product_pictures
      for each statement execute function notify_catalogue_changed()`)
  }
}
