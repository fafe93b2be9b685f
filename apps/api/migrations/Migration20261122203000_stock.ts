import { Migration } from '@mikro-orm/migrations'

/** What is sold of each product, how many pieces are left, and why: docs/behaviour.md#stock. */
export class Migration20261122203000_stock extends Migration {
  override up(): void {
    this.addSql(
      `create table "variants" ("id" uuid not null default gen_random_uuid(), "product_id" uuid not null, "position" smallint not null default 0, "name" text null, "ml" int null, "price" int not null, "original_price" int null, "stock_count" int null, "sold_out" boolean not null default false, "low_at" int null, "is_available" boolean generated always as (not sold_out and coalesce(stock_count, 1) > 0) stored null, "updated_at" timestamptz not null default now(), primary key ("id"));`,
    )
    this.addSql(`create unique index "variants_place_unique" on "variants" ("product_id", "position");`)
    this.addSql(
      `create index "variants_counted_idx" on "variants" ("stock_count", "id") where "stock_count" is not null;`,
    )
    this.addSql(
      `create table "stock_changes" ("id" bigserial primary key, "variant_id" uuid not null, "order_id" uuid null, "number" int null, "reason" text not null, "pieces" int null, "count_after" int null, "occurred_at" timestamptz not null default now());`,
    )
    this.addSql(
      `comment on column "stock_changes"."pieces" is 'Added to the count; null where it was not counted before or is not after';`,
    )
    this.addSql(`create index "stock_changes_variant_idx" on "stock_changes" ("variant_id");`)
    this.addSql(
      `create unique index "stock_changes_once_unique" on "stock_changes" ("order_id", "variant_id", "number") where "order_id" is not null;`,
    )
    // "keeps_pieces" came with the secrets of the orders.
    this.addSql(`alter table "orders" add "pieces_held_until" timestamptz null;`)
    this.addSql(
      `create index "orders_pieces_held_idx" on "orders" ("pieces_held_until") where "pieces_held_until" is not null;`,
    )
    this.addSql(
      `alter table "order_items" add "variant_id" uuid null, add "taken" int not null default 0, add "given_back" int not null default 0;`,
    )
    this.addSql(
      `alter table "order_items" add constraint "order_items_variant_id_foreign" foreign key ("variant_id") references "variants" ("id") on delete set null;`,
    )
    this.addSql(`create index "order_items_variant_idx" on "order_items" ("variant_id");`)
    this.addSql(
      `alter table "order_items" add constraint "order_items_pieces_check" check (taken + given_back <= quantity);`,
    )
    this.addSql(`alter table "order_items" add constraint "order_items_taken_check" check (taken >= 0);`)
    this.addSql(`alter table "order_items" add constraint "order_items_given_back_check" check (given_back >= 0);`)
    this.addSql(
      `alter table "variants" add constraint "variants_product_id_foreign" foreign key ("product_id") references "products" ("id") on delete cascade;`,
    )
    this.addSql(`alter table "variants" add constraint "variants_position_check" check (position >= 0);`)
    this.addSql(`alter table "variants" add constraint "variants_name_check" check (btrim(name) <> '');`)
    this.addSql(`alter table "variants" add constraint "variants_ml_check" check (ml >= 1 and ml <= 10000);`)
    this.addSql(
      `alter table "variants" add constraint "variants_price_check" check (price >= 1 and price <= 100000000);`,
    )
    this.addSql(
      `alter table "variants" add constraint "variants_original_price_check" check (original_price >= 1 and original_price <= 100000000);`,
    )
    this.addSql(
      `alter table "variants" add constraint "variants_stock_count_check" check (stock_count >= 0 and stock_count <= 1000000);`,
    )
    this.addSql(
      `alter table "variants" add constraint "variants_low_at_check" check (low_at >= 0 and low_at <= 1000000);`,
    )
    this.addSql(
      `alter table "stock_changes" add constraint "stock_changes_variant_id_foreign" foreign key ("variant_id") references "variants" ("id") on delete cascade;`,
    )
    this.addSql(
      `alter table "stock_changes" add constraint "stock_changes_order_id_foreign" foreign key ("order_id") references "orders" ("id") on delete cascade;`,
    )
    this.addSql(
      `alter table "stock_changes" add constraint "stock_changes_order_check" check ((reason = 'counted') = (order_id is null) and (order_id is null) = (number is null));`,
    )
    this.addSql(
      `alter table "stock_changes" add constraint "stock_changes_reason_check" check ("reason" in ('counted', 'ordered', 'ordered-again', 'cancelled', 'deleted', 'unpaid'));`,
    )
    this.addSql(`
      insert into variants (product_id, price, original_price, updated_at)
      select id, price, original_price, updated_at from products`)
  }
}
