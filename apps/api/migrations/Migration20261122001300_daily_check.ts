import { Migration } from '@mikro-orm/migrations'

/** Which periods the gateways' own lists were read for, days that the owner has closed, and what finds a day's money. */
export class Migration20261122001300_daily_check extends Migration {
  override up(): void {
    this.addSql('set local statement_timeout = 0')
    this.addSql(
      `create table "closed_days" ("day" date not null, "closed_at" timestamptz not null, "open_lines" int not null, primary key ("day"));`,
    )
    this.addSql(
      `create table "gateway_checks" ("id" uuid not null default gen_random_uuid(), "gateway" text not null, "source" text not null, "has_refunds" boolean not null, "from_at" timestamptz not null, "until_at" timestamptz not null, "lines" int not null, "checked_at" timestamptz not null, primary key ("id"));`,
    )
    this.addSql(`create index "gateway_checks_period_idx" on "gateway_checks" ("gateway", "from_at", "until_at");`)
    this.addSql(
      `create index "payments_completed_idx" on "payments" ("completed_at") where "completed_at" is not null and "deleted_at" is null;`,
    )
    this.addSql(
      `create index "payment_refunds_succeeded_idx" on "payment_refunds" ("succeeded_at") where "succeeded_at" is not null;`,
    )
    this.addSql(`alter table "gateway_transactions" add "listed_amount_cents" bigint null;`)
    for (const [table, name, check] of [
      ['closed_days', 'open_lines', 'open_lines >= 0'],
      ['gateway_checks', 'gateway', `gateway ~ '^[a-z][a-z0-9-]{0,29}$'`],
      ['gateway_checks', 'until_at', 'until_at > from_at'],
      ['gateway_checks', 'lines', 'lines >= 0'],
      ['gateway_checks', 'source', `"source" in ('pull', 'statement', 'balance')`],
    ]) {
      this.addSql(`alter table "${table}" add constraint "${table}_${name}_check" check (${check});`)
    }
  }
}
