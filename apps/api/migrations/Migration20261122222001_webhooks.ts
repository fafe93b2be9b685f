import { Migration } from '@mikro-orm/migrations'

/** Addresses of other programs that are told of events, what signs for them, and the outbox. */
export class Migration20261122222001_webhooks extends Migration {
  override up(): void {
    this.addSql(
      `create table "webhook_endpoints" ("id" uuid not null default gen_random_uuid(), "url" text not null, "types" text[] not null, "position" bigint not null, "created_at" timestamptz not null, "updated_at" timestamptz not null, "paused_at" timestamptz null, "paused_by" text null, "failures" int not null default 0, "failing_since" timestamptz null, "next_attempt_at" timestamptz null, "last_problem" text null, primary key ("id"));`,
    )
    this.addSql(
      `create table "webhook_deliveries" ("id" uuid not null default gen_random_uuid(), "endpoint_id" uuid not null, "position" bigint null, "message_id" text not null, "type" text not null, "subject" text not null, "body" text not null, "state" text not null, "attempts" int not null default 0, "created_at" timestamptz not null, "next_attempt_at" timestamptz null, "claimed_until" timestamptz null, "failing_since" timestamptz null, "last_attempt_at" timestamptz null, "status" smallint null, "answer" text null, "problem" text null, "duration_ms" int null, primary key ("id"));`,
    )
    this.addSql(`create index "webhook_deliveries_list_idx" on "webhook_deliveries" ("endpoint_id", "created_at");`)
    this.addSql(`create index "webhook_deliveries_created_idx" on "webhook_deliveries" ("created_at");`)
    this.addSql(
      `create index "webhook_deliveries_due_idx" on "webhook_deliveries" ("endpoint_id", "next_attempt_at", "position") where "state" = 'waiting';`,
    )
    this.addSql(
      `create index "webhook_deliveries_subject_idx" on "webhook_deliveries" ("endpoint_id", "subject", "position") where "state" = 'waiting';`,
    )
    this.addSql(
      `alter table "webhook_deliveries" add constraint "webhook_deliveries_once_unique" unique ("endpoint_id", "position");`,
    )
    this.addSql(
      `create table "webhook_secrets" ("id" uuid not null default gen_random_uuid(), "endpoint_id" uuid not null, "secret" text not null, "created_at" timestamptz not null, "ends_at" timestamptz null, primary key ("id"));`,
    )
    this.addSql(`create index "webhook_secrets_endpoint_idx" on "webhook_secrets" ("endpoint_id");`)
    this.addSql(
      `alter table "webhook_endpoints" add constraint "webhook_endpoints_types_check" check (cardinality(types) > 0);`,
    )
    this.addSql(
      `alter table "webhook_endpoints" add constraint "webhook_endpoints_paused_by_check" check ("paused_by" in ('owner', 'shop'));`,
    )
    this.addSql(
      `alter table "webhook_deliveries" add constraint "webhook_deliveries_endpoint_id_foreign" foreign key ("endpoint_id") references "webhook_endpoints" ("id") on delete cascade;`,
    )
    this.addSql(
      `alter table "webhook_deliveries" add constraint "webhook_deliveries_state_check" check ("state" in ('waiting', 'delivered', 'failed'));`,
    )
    this.addSql(
      `alter table "webhook_secrets" add constraint "webhook_secrets_endpoint_id_foreign" foreign key ("endpoint_id") references "webhook_endpoints" ("id") on delete cascade;`,
    )
  }
}
