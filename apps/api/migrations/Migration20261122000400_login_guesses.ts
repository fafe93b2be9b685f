import { Migration } from '@mikro-orm/migrations'

/** What protects the login: which guesses were compared, and in which browsers the administrator has logged in before. */
export class Migration20261122000400_login_guesses extends Migration {
  override up(): void {
    this.addSql(
      `create table "admin_devices" ("id" uuid not null default gen_random_uuid(), "token_hash" text not null, "created_at" timestamptz not null, "last_login_at" timestamptz not null, primary key ("id"));`,
    )
    this.addSql(`alter table "admin_devices" add constraint "admin_devices_token_hash_unique" unique ("token_hash");`)
    this.addSql(
      `create table "login_guesses" ("id" bigserial primary key, "who" text not null, "at" timestamptz not null);`,
    )
    this.addSql(`create index "login_guesses_at_idx" on "login_guesses" ("at");`)
    this.addSql(`create index "login_guesses_who_idx" on "login_guesses" ("who", "at");`)
  }
}
