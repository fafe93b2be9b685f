import { Migration } from '@mikro-orm/migrations'

/**
 * A card's line had no name that its unreported attempt has too, so it could be booked a second time; and no name that the line of its
 * refund has, so nobody read that it had gone back. Lists fill the column as they are read.
 */
export class Migration20261127120000_payments_of_lines extends Migration {
  override up(): void {
    this.addSql('alter table "gateway_transactions" add column "payment_reference" text null')
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
             and (new.payment_reference is not distinct from old.payment_reference or old.payment_reference is null)
             and (new.on_statement_at is not distinct from old.on_statement_at or old.on_statement_at is null)
             and (new.is_left_to_owner or not old.is_left_to_owner) then
            return new;
          end if;
        end if;
        raise exception '% keeps what a gateway reported', tg_table_name using errcode = 'check_violation';
      end $$`)
  }
}
