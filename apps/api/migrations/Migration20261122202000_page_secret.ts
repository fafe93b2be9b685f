import { Migration } from '@mikro-orm/migrations'

/**
 * The secret address of an order's own page. It is the column's default, so that no way to store an order can forget it;
 * rows that are there already get one each. What the stock and the discount need of an order comes along, because every
 * row is written anew only once then.
 */
export class Migration20261122202000_page_secret extends Migration {
  override up(): void {
    // Each UUID brings 122 bits of PostgreSQL's strong randomness; three fill the 256 of the hash.
    this.addSql(`
      create function new_page_secret() returns text language sql volatile
      begin atomic
        select rtrim(translate(encode(sha256(
          uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())
        ), 'base64'), '+/', '-_'), '=');
      end`)
    // PostgreSQL before 18 adds no column with a value to a table whose row type a function uses.
    this.addSql(
      `alter table "orders" add "page_secret" text null, add "keeps_pieces" boolean null, add "discount" int null;`,
    )
    this.addSql(`update "orders" set "page_secret" = new_page_secret(), "keeps_pieces" = false, "discount" = 0;`)
    this.addSql(
      `alter table "orders" alter "page_secret" set default new_page_secret(), alter "page_secret" set not null, alter "keeps_pieces" set default false, alter "keeps_pieces" set not null, alter "discount" set default 0, alter "discount" set not null;`,
    )
    this.addSql(`alter table "orders" add constraint "orders_page_secret_unique" unique ("page_secret");`)
    this.addSql(
      `alter table "orders" add constraint "orders_page_secret_check" check (page_secret ~ '^[A-Za-z0-9_-]{43}$');`,
    )
  }
}
