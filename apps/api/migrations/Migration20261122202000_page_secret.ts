import { Migration } from '@mikro-orm/migrations'

/**
 * The secret address of an order's own page. It is the column's default, so that no way to store an order can forget it;
 * rows that are there already get one each as the column is added.
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
    this.addSql(`alter table "orders" add column "page_secret" text not null default new_page_secret();`)
    this.addSql(`alter table "orders" add constraint "orders_page_secret_unique" unique ("page_secret");`)
    this.addSql(
      `alter table "orders" add constraint "orders_page_secret_check" check (page_secret ~ '^[A-Za-z0-9_-]{43}$');`,
    )
  }
}
