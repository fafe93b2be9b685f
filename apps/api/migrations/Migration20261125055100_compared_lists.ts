import { Migration } from '@mikro-orm/migrations'

/**
 * A list that was read says whether the payments of its period were compared with it, so that a job goes on where a crash or
 * a long list has left something. The lists that were read before are compared once more: amounts were not, until now.
 */
export class Migration20261125055100_compared_lists extends Migration {
  override up(): void {
    this.addSql('set local statement_timeout = 0')
    this.addSql(`alter table "gateway_checks" add "compared_at" timestamptz null;`)
    this.addSql(
      `create index "gateway_checks_uncompared_idx" on "gateway_checks" ("checked_at") where "compared_at" is null;`,
    )
    this.addSql(
      `create index "gateway_transactions_differing_idx" on "gateway_transactions" ("gateway") where "listed_amount_cents" is not null;`,
    )
  }
}
