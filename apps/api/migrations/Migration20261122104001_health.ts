import { Migration } from '@mikro-orm/migrations'

/** What the checks of the shop came to, what was wrong since when, how each job and each process does. */
export class Migration20261122104001_health extends Migration {
  override up(): void {
    this.addSql(
      `create table "health_checks" ("name" text not null, "part" text not null, "state" text not null, "message" text not null, "remedy" text null, "position" int not null, "checked_at" timestamptz not null, primary key ("name"));`,
    )

    this.addSql(
      `create table "health_problems" ("id" bigserial primary key, "check_name" text not null, "part" text not null, "state" text not null, "message" text not null, "remedy" text null, "since" timestamptz not null, "last_seen_at" timestamptz not null, "ended_at" timestamptz null, "mailed_at" timestamptz null, "mail_attempts" int not null default 0, "next_mail_at" timestamptz null);`,
    )
    this.addSql(
      `create unique index "health_problems_open_unique" on "health_problems" ("check_name") where "ended_at" is null;`,
    )
    this.addSql(`create index "health_problems_ended_idx" on "health_problems" ("ended_at");`)

    this.addSql(
      `create table "job_runs" ("name" text not null, "every_seconds" int null, "known_since" timestamptz not null, "last_started_at" timestamptz null, "last_succeeded_at" timestamptz null, "failing_since" timestamptz null, "last_error" text null, primary key ("name"));`,
    )

    this.addSql(
      `create table "shop_processes" ("id" uuid not null, "host" text not null, "pid" int not null, "version" text not null, "started_at" timestamptz not null, "seen_at" timestamptz not null, "is_draining" boolean not null default false, "vitals" jsonb not null, primary key ("id"));`,
    )

    this.addSql(
      `create table "webhook_refusals" ("gateway" text not null, "refused_at" timestamptz not null, primary key ("gateway"));`,
    )

    this.addSql(`create index "webhook_events_received_idx" on "webhook_events" ("gateway", "received_at");`)

    this.addSql(
      `alter table "health_checks" add constraint "health_checks_state_check" check ("state" in ('fine', 'doubtful', 'broken'));`,
    )

    this.addSql(
      `alter table "health_problems" add constraint "health_problems_state_check" check ("state" in ('doubtful', 'broken'));`,
    )

    this.addSql(
      `alter table "webhook_refusals" add constraint "webhook_refusals_gateway_check" check (gateway ~ '^[a-z][a-z0-9-]{0,29}$');`,
    )
  }
}
