import { Migration } from '@mikro-orm/migrations'

const amount = (column: string) =>
  `alter table "price_changes" add constraint "price_changes_${column}_check" check (${column} >= 1 and ${column} <= 100000000);`

/** Prices before and after a change, so that it can be undone as a whole. */
export class Migration20261122204001_price_changes extends Migration {
  override up(): void {
    this.addSql(
      `create table "price_changes" ("id" uuid not null default gen_random_uuid(), "batch_id" uuid not null, "product_id" uuid not null, "price_before" int not null, "original_price_before" int null, "price_after" int not null, "original_price_after" int null, "changed_at" timestamptz not null, "undone_at" timestamptz null, primary key ("id"));`,
    )
    this.addSql(`create index "price_changes_batch_idx" on "price_changes" ("batch_id");`)
    this.addSql(`create index "price_changes_product_idx" on "price_changes" ("product_id");`)
    this.addSql(
      `alter table "price_changes" add constraint "price_changes_product_id_foreign" foreign key ("product_id") references "products" ("id") on delete cascade;`,
    )
    for (const column of ['price_before', 'original_price_before', 'price_after', 'original_price_after']) {
      this.addSql(amount(column))
    }
  }
}
