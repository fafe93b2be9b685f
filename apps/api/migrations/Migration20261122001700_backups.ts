import { Migration } from '@mikro-orm/migrations'

/** What came of each attempt to make a backup. */
export class Migration20261122001700_backups extends Migration {
  override up(): void {
    this.addSql(
      `create table "backup_runs" ("id" bigserial primary key, "name" text null, "place" text not null, "reason" text not null, "started_at" timestamptz not null, "proven_at" timestamptz null, "bytes" bigint null, "error" text null);`,
    )
    this.addSql(`create index "backup_runs_started_idx" on "backup_runs" ("started_at");`)
    this.addSql(
      `alter table "backup_runs" add constraint "backup_runs_outcome_check" check ((proven_at is null) = (error is not null));`,
    )
    this.addSql(
      `alter table "backup_runs" add constraint "backup_runs_proven_whole_check" check (proven_at is null or (name is not null and bytes is not null));`,
    )
  }
}
