import { Migration } from '@mikro-orm/migrations'

/**
 * A fee and a net amount that a list had wrong stayed for ever, as did the 0 of a payment whose charge was in another statement: a list
 * puts them right now, as it does the amount. What M-Pesa's lines leave to the shop is reckoned from amount and fee, of which only
 * statements tell; a fee of 0 was that of a statement without the charge.
 */
export class Migration20261126170000_fees_as_listed extends Migration {
  override up(): void {
    this.addSql(`
      create or replace function refuse_rewriting_transactions() returns trigger language plpgsql set search_path = public, pg_temp as $$
      begin
        if tg_op = 'UPDATE' and tg_table_name = 'gateway_transactions' then
          if (new.id, new.gateway, new.reference, new.kind, new.amount_cents, new.occurred_at, new.first_source, new.created_at)
               is not distinct from
             (old.id, old.gateway, old.reference, old.kind, old.amount_cents, old.occurred_at, old.first_source, old.created_at)
             and (new.balance_currency is not distinct from old.balance_currency or old.balance_currency is null)
             and (new.account is not distinct from old.account or old.account is null or new.account = 'Erased')
             and (new.payer_name is not distinct from old.payer_name or old.payer_name is null or new.payer_name = 'Erased')
             and (new.payer_phone is not distinct from old.payer_phone or old.payer_phone is null or new.payer_phone = 'Erased')
             and (new.description is not distinct from old.description or old.description is null or new.description = 'Erased')
             and (new.related_reference is not distinct from old.related_reference or old.related_reference is null)
             and (new.on_statement_at is not distinct from old.on_statement_at or old.on_statement_at is null)
             and (new.is_left_to_owner or not old.is_left_to_owner) then
            return new;
          end if;
        end if;
        raise exception '% keeps what a gateway reported', tg_table_name using errcode = 'check_violation';
      end $$`)
    this.addSql('set local statement_timeout = 0')
    this.addSql(`
      update gateway_transactions set net_cents = null, fee_cents = nullif(fee_cents, 0)
      where gateway = 'mpesa' and (net_cents is not null or fee_cents = 0)`)
  }
}
