import { Migration } from '@mikro-orm/migrations'

/**
 * A payment that is entered as refunded came before it went back. It had no time of that, so that the Cash-up counted what went back
 * and never what came: such payments came when their money first went back.
 */
export class Migration20261126141000_refunded_money_came extends Migration {
  override up(): void {
    this.addSql('set local statement_timeout = 0')
    this.addSql(`
      update payments p
      set completed_at = r.went_at, updated_at = greatest(p.updated_at + interval '1 millisecond', now())
      from (select payment_id, min(succeeded_at) as went_at from payment_refunds where status = 'succeeded' group by payment_id) r
      where r.payment_id = p.id and p.status = 'refunded' and p.completed_at is null`)
  }
}
