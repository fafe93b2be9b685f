import { Migration } from '@mikro-orm/migrations'

/** Which pictures were uploaded, so that those which no product took can be forgotten. */
export class Migration20261121000007_uploaded_pictures extends Migration {
  override up(): void {
    this.addSql(
      `create table "uploaded_pictures" ("id" uuid not null, "unused_since" timestamptz not null default now(), "is_doomed" boolean not null default false, primary key ("id"));`,
    )
    this.addSql(`create index "uploaded_pictures_unused_idx" on "uploaded_pictures" ("unused_since");`)
  }
}
