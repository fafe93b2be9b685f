import { Migration } from '@mikro-orm/migrations'

export class Migration20261121000001_tables extends Migration {
  override up(): void | Promise<void> {
    this.addSql(
      `create table "admin_sessions" ("id" uuid not null default gen_random_uuid(), "session_id" text not null, "created_at" timestamptz not null default now(), "last_seen_at" timestamptz not null default now(), "expires_at" timestamptz not null, primary key ("id"));`,
    )
    this.addSql(`alter table "admin_sessions" add constraint "admin_sessions_session_id_unique" unique ("session_id");`)

    this.addSql(
      `create table "categories" ("id" uuid not null default gen_random_uuid(), "name" text not null, "description" text null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), primary key ("id"));`,
    )
    this.addSql(`create unique index "categories_name_unique" on "categories" (lower(btrim("name")));`)

    this.addSql(
      `create table "orders" ("id" uuid not null default gen_random_uuid(), "order_number" text not null default ('MR'::text || nextval('order_number_seq'::regclass)), "customer_name" text not null, "customer_phone" text not null, "customer_email" text null, "delivery_address" text not null, "delivery_location" text not null, "delivery_charge" int not null, "subtotal" numeric(12,2) not null, "total" numeric(12,2) not null, "status" text not null default 'pending', "payment_method" text not null, "currency" text not null default 'KES', "payment_initiated_at" timestamptz null, "paid_at" timestamptz null, "payment_failure_reason" text null, "payment_retry_count" int not null default 0, "payment_processing_fee" numeric(12,2) null, "payment_gateway_response" jsonb null, "stripe_payment_intent_id" text null, "mpesa_merchant_request_id" text null, "mpesa_checkout_request_id" text null, "mpesa_receipt_number" text null, "mpesa_status" text null, "mpesa_phone" text null, "deleted_at" timestamptz null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), primary key ("id"));`,
    )
    this.addSql(`alter table "orders" add constraint "orders_order_number_unique" unique ("order_number");`)
    this.addSql(
      `alter table "orders" add constraint "orders_stripe_payment_intent_id_unique" unique ("stripe_payment_intent_id");`,
    )
    this.addSql(
      `alter table "orders" add constraint "orders_mpesa_checkout_request_id_unique" unique ("mpesa_checkout_request_id");`,
    )
    this.addSql(
      `alter table "orders" add constraint "orders_mpesa_receipt_number_unique" unique ("mpesa_receipt_number");`,
    )
    this.addSql(
      `create index "orders_newest_idx" on "orders" ("created_at" desc, "id" desc) where "deleted_at" is null;`,
    )
    this.addSql(
      `create index "orders_status_newest_idx" on "orders" ("status", "created_at" desc, "id" desc) where "deleted_at" is null;`,
    )

    this.addSql(
      `create table "order_keys" ("key" text not null, "request_hash" text not null, "order_id" uuid not null, "created_at" timestamptz not null default now(), primary key ("key"));`,
    )
    this.addSql(`create index "order_keys_order_idx" on "order_keys" ("order_id");`)
    this.addSql(`create index "order_keys_created_idx" on "order_keys" ("created_at");`)

    this.addSql(
      `create table "payments" ("id" uuid not null default gen_random_uuid(), "order_id" uuid not null, "payment_method" text not null, "amount" numeric(10,2) not null, "currency" text not null default 'KES', "status" text not null default 'pending', "transaction_id" text null, "receipt_number" text null, "gateway_response" jsonb null, "processing_fee" numeric(10,2) null, "stripe_payment_intent_id" text null, "stripe_charge_id" text null, "mpesa_merchant_request_id" text null, "mpesa_checkout_request_id" text null, "mpesa_receipt_number" text null, "mpesa_phone" text null, "initiated_at" timestamptz null, "processed_at" timestamptz null, "completed_at" timestamptz null, "failed_at" timestamptz null, "failure_reason" text null, "failure_code" text null, "retry_count" int not null default 0, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), primary key ("id"));`,
    )
    this.addSql(`create index "payments_order_idx" on "payments" ("order_id");`)
    this.addSql(`alter table "payments" add constraint "payments_transaction_id_unique" unique ("transaction_id");`)
    this.addSql(
      `alter table "payments" add constraint "payments_stripe_payment_intent_id_unique" unique ("stripe_payment_intent_id");`,
    )
    this.addSql(
      `alter table "payments" add constraint "payments_mpesa_checkout_request_id_unique" unique ("mpesa_checkout_request_id");`,
    )
    this.addSql(
      `alter table "payments" add constraint "payments_mpesa_receipt_number_unique" unique ("mpesa_receipt_number");`,
    )
    this.addSql(`create index "payments_newest_idx" on "payments" ("created_at" desc, "id" desc);`)

    this.addSql(
      `create table "products" ("id" uuid not null default gen_random_uuid(), "name" text not null, "description" text not null, "category" text not null, "category_id" uuid not null, "major_category" text not null default 'unisex', "price" int not null, "original_price" int null, "image" text not null, "is_new" boolean not null default false, "name_key" text generated always as (shop_fold(name)) stored null, "search_text" text generated always as (shop_fold(name || ' ' || category || ' ' || description)) stored null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), primary key ("id"));`,
    )
    this.addSql(`comment on column "products"."image" is 'Path of one of our pictures, or a foreign http(s) address';`)
    this.addSql(`create index "products_name_order_idx" on "products" ("name_key", "id");`)
    this.addSql(`create index "products_price_order_idx" on "products" ("price", "id");`)
    this.addSql(`create index "products_category_name_idx" on "products" ("category_id", "name_key", "id");`)
    this.addSql(`create index "products_category_price_idx" on "products" ("category_id", "price", "id");`)
    this.addSql(`create index "products_audience_name_idx" on "products" ("major_category", "name_key", "id");`)
    this.addSql(`create index "products_audience_price_idx" on "products" ("major_category", "price", "id");`)
    this.addSql(`create index "products_newest_idx" on "products" ("is_new" desc, "created_at" desc, "id" desc);`)
    this.addSql(`create index "products_search_idx" on "products" using gin ("search_text" gin_trgm_ops);`)

    this.addSql(
      `create table "order_items" ("id" uuid not null default gen_random_uuid(), "order_id" uuid not null, "product_id" uuid null, "product_name" text not null, "product_price" int not null, "quantity" int not null, "position" smallint not null, primary key ("id"));`,
    )
    this.addSql(`create index "order_items_order_idx" on "order_items" ("order_id");`)
    this.addSql(`create index "order_items_product_idx" on "order_items" ("product_id");`)

    this.addSql(
      `create table "reviews" ("id" uuid not null default gen_random_uuid(), "product_id" uuid not null, "rating" smallint not null, "content" text not null, "customer_name" text null, "customer_phone_hash" text null, "order_id" uuid null, "status" text not null default 'pending', "deleted_at" timestamptz null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), primary key ("id"));`,
    )
    this.addSql(`create index "reviews_product_idx" on "reviews" ("product_id");`)
    this.addSql(`create index "reviews_order_idx" on "reviews" ("order_id");`)
    this.addSql(
      `create index "reviews_public_idx" on "reviews" ("product_id", "created_at" desc, "id" desc) include ("rating") where "status" = 'approved' and "deleted_at" is null;`,
    )
    this.addSql(
      `create index "reviews_status_newest_idx" on "reviews" ("status", "created_at" desc, "id" desc) where "deleted_at" is null;`,
    )

    this.addSql(`alter table "categories" add constraint "categories_name_check" check (btrim(name) <> '');`)

    this.addSql(
      `alter table "orders" add constraint "orders_order_number_check" check (order_number ~ '^[A-Za-z0-9]{1,12}$');`,
    )
    this.addSql(
      `alter table "orders" add constraint "orders_delivery_charge_check" check (delivery_charge >= 0 and delivery_charge <= 100000000);`,
    )
    this.addSql(
      `alter table "orders" add constraint "orders_subtotal_check" check (subtotal >= 0 and subtotal <= 100000000);`,
    )
    this.addSql(
      `alter table "orders" add constraint "orders_total_check" check (total >= 0 and total <= 100000000 and total = subtotal + delivery_charge);`,
    )
    this.addSql(
      `alter table "orders" add constraint "orders_payment_retry_count_check" check (payment_retry_count >= 0);`,
    )
    this.addSql(
      `alter table "orders" add constraint "orders_payment_processing_fee_check" check (payment_processing_fee >= 0 and payment_processing_fee <= 100000000);`,
    )
    this.addSql(
      `alter table "orders" add constraint "orders_delivery_location_check" check ("delivery_location" in ('embu', 'nairobi-cbd', 'nairobi-other'));`,
    )
    this.addSql(
      `alter table "orders" add constraint "orders_status_check" check ("status" in ('pending', 'processing', 'shipped', 'delivered', 'cancelled'));`,
    )
    this.addSql(
      `alter table "orders" add constraint "orders_payment_method_check" check ("payment_method" in ('stripe', 'mpesa', 'manual'));`,
    )
    this.addSql(`alter table "orders" add constraint "orders_currency_check" check ("currency" in ('KES'));`)
    this.addSql(
      `alter table "orders" add constraint "orders_mpesa_status_check" check ("mpesa_status" in ('initiated', 'pending', 'paid', 'failed', 'cancelled'));`,
    )

    this.addSql(
      `alter table "order_keys" add constraint "order_keys_order_id_foreign" foreign key ("order_id") references "orders" ("id") on delete cascade;`,
    )
    this.addSql(
      `alter table "order_keys" add constraint "order_keys_key_check" check (length(key) >= 1 and length(key) <= 255);`,
    )

    this.addSql(
      `alter table "payments" add constraint "payments_order_id_foreign" foreign key ("order_id") references "orders" ("id") on delete cascade;`,
    )
    this.addSql(
      `alter table "payments" add constraint "payments_amount_check" check (amount >= 0.01 and amount <= 99999999);`,
    )
    this.addSql(
      `alter table "payments" add constraint "payments_processing_fee_check" check (processing_fee >= 0 and processing_fee <= 99999999);`,
    )
    this.addSql(`alter table "payments" add constraint "payments_retry_count_check" check (retry_count >= 0);`)
    this.addSql(
      `alter table "payments" add constraint "payments_payment_method_check" check ("payment_method" in ('stripe', 'mpesa'));`,
    )
    this.addSql(`alter table "payments" add constraint "payments_currency_check" check ("currency" in ('KES'));`)
    this.addSql(
      `alter table "payments" add constraint "payments_status_check" check ("status" in ('pending', 'processing', 'completed', 'failed', 'cancelled', 'refunded'));`,
    )

    this.addSql(
      `alter table "products" add constraint "products_category_id_foreign" foreign key ("category_id") references "categories" ("id") on delete restrict;`,
    )
    this.addSql(`alter table "products" add constraint "products_name_check" check (btrim(name) <> '');`)
    this.addSql(
      `alter table "products" add constraint "products_price_check" check (price >= 1 and price <= 100000000);`,
    )
    this.addSql(
      `alter table "products" add constraint "products_original_price_check" check (original_price >= 1 and original_price <= 100000000);`,
    )
    this.addSql(
      `alter table "products" add constraint "products_major_category_check" check ("major_category" in ('men', 'women', 'unisex'));`,
    )

    this.addSql(
      `alter table "order_items" add constraint "order_items_order_id_foreign" foreign key ("order_id") references "orders" ("id") on delete cascade;`,
    )
    this.addSql(
      `alter table "order_items" add constraint "order_items_product_id_foreign" foreign key ("product_id") references "products" ("id") on delete set null;`,
    )
    this.addSql(
      `alter table "order_items" add constraint "order_items_product_price_check" check (product_price >= 1 and product_price <= 100000000);`,
    )
    this.addSql(
      `alter table "order_items" add constraint "order_items_quantity_check" check (quantity >= 1 and quantity <= 4950);`,
    )

    this.addSql(
      `alter table "reviews" add constraint "reviews_product_id_foreign" foreign key ("product_id") references "products" ("id") on delete cascade;`,
    )
    this.addSql(
      `alter table "reviews" add constraint "reviews_order_id_foreign" foreign key ("order_id") references "orders" ("id") on delete set null;`,
    )
    this.addSql(`alter table "reviews" add constraint "reviews_rating_check" check (rating >= 1 and rating <= 5);`)
    this.addSql(
      `alter table "reviews" add constraint "reviews_status_check" check ("status" in ('pending', 'approved', 'rejected'));`,
    )
  }
}
