import { Migration } from '@mikro-orm/migrations'

/**
 * A card that was still being charged when the shop stopped asking was left without a word. The shop asks about those of before once
 * more, and flags the ones of which Stripe tells no end; in an hour, because a shop of the version before that still runs would ask
 * and give them up without a word again.
 */
export class Migration20261127155200_cards_asked_about_again extends Migration {
  override up(): void {
    this.addSql(`
      update payments p set next_query_at = now() + interval '1 hour'
      where p.status = 'processing' and p.payment_method = 'stripe' and p.next_query_at is null
        and not p.is_manual and p.deleted_at is null
        and not exists (select from payment_flags f where f.payment_id = p.id)`)
  }
}
