import { Migration } from '@mikro-orm/migrations'

/** What tables stand on: extensions that any managed PostgreSQL lets the database's owner create, text folding, a sequence. */
export class Migration20261121000000_foundations extends Migration {
  override up(): void {
    this.addSql('create extension if not exists pg_trgm')
    this.addSql('create extension if not exists unaccent')
    this.addSql('create extension if not exists fuzzystrmatch')
    // unaccent() is only STABLE because its dictionary may be replaced; naming the dictionary makes folding a constant.
    this.addSql(`
      create function shop_fold(words text) returns text
      language sql immutable strict parallel safe
      as $$ select lower(unaccent('unaccent', words)) $$`)
    this.addSql('create sequence order_number_seq start 100001')
  }
}
