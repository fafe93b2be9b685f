import { Migration } from '@mikro-orm/migrations'

/** What the owner sets in the back office, and who changed what when. Every process hears of a change. */
export class Migration20261122201000_settings extends Migration {
  override up(): void {
    this.addSql(
      `create table "shop_settings" ("key" text not null, "value" jsonb null, "version" int not null, "changed_at" timestamptz not null, "changed_by" text not null, primary key ("key"));`,
    )
    this.addSql(`alter table "shop_settings" add constraint "shop_settings_version_check" check (version >= 1);`)

    this.addSql(
      `create table "shop_setting_changes" ("id" bigserial primary key, "key" text not null, "before" jsonb null, "after" jsonb null, "changed_at" timestamptz not null, "changed_by" text not null, "undoes" bigint null);`,
    )
    this.addSql(`create index "shop_setting_changes_key_idx" on "shop_setting_changes" ("key", "id");`)

    this.addSql(`
      create function notify_settings_changed() returns trigger language plpgsql set search_path = public, pg_temp as $$
      begin
        perform pg_notify('catalogue_changed', 'settings');
        return null;
      end $$`)
    this.addSql(`
      create trigger shop_settings_notify after insert or update or delete or truncate on shop_settings
      for each statement execute function notify_settings_changed()`)
  }
}
