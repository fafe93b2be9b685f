import { Migration } from '@mikro-orm/migrations'

/** Keys of the API for other programs. */
export class Migration20261122206000_api_keys extends Migration {
  override up(): void {
    this.addSql(
      `create table "api_keys" ("id" uuid not null default gen_random_uuid(), "name" text not null, "key_hash" text not null, "start" text not null, "scopes" text[] not null, "created_at" timestamptz not null default now(), "ends_at" timestamptz null, "last_used_at" timestamptz null, "revoked_at" timestamptz null, primary key ("id"));`,
    )
    this.addSql(`alter table "api_keys" add constraint "api_keys_key_hash_unique" unique ("key_hash");`)
    this.addSql(`alter table "api_keys" add constraint "api_keys_name_check" check (btrim(name) <> '');`)
    this.addSql(`alter table "api_keys" add constraint "api_keys_scopes_check" check (cardinality(scopes) > 0);`)
  }
}
