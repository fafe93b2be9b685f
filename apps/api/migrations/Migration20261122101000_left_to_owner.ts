import { Migration } from '@mikro-orm/migrations'

/**
 * A line that only the owner may book says so. It may be said later than the line was first reported, and is never taken
 * back. What was reported before and is unmatched says it where its report was of an unknown type or named another payee.
 */
export class Migration20261122101000_left_to_owner extends Migration {
  override up(): void {
    this.addSql(`alter table "gateway_transactions" add "is_left_to_owner" boolean not null default false;`)
    this.addSql(`
      create or replace function refuse_rewriting_transactions() returns trigger language plpgsql set search_path = public, pg_temp as $$
      begin
        if tg_op = 'UPDATE' and tg_table_name = 'gateway_transactions' then
          if (new.id, new.gateway, new.reference, new.kind, new.amount_cents, new.occurred_at, new.first_source, new.created_at)
               is not distinct from
             (old.id, old.gateway, old.reference, old.kind, old.amount_cents, old.occurred_at, old.first_source, old.created_at)
             and (new.fee_cents is not distinct from old.fee_cents or old.fee_cents is null)
             and (new.net_cents is not distinct from old.net_cents or old.net_cents is null)
             and (new.balance_currency is not distinct from old.balance_currency or old.balance_currency is null)
             and (new.account is not distinct from old.account or old.account is null)
             and (new.payer_name is not distinct from old.payer_name or old.payer_name is null)
             and (new.payer_phone is not distinct from old.payer_phone or old.payer_phone is null)
             and (new.description is not distinct from old.description or old.description is null)
             and (new.related_reference is not distinct from old.related_reference or old.related_reference is null)
             and (new.on_statement_at is not distinct from old.on_statement_at or old.on_statement_at is null)
             and (new.is_left_to_owner or not old.is_left_to_owner) then
            return new;
          end if;
        end if;
        raise exception '% keeps what a gateway reported', tg_table_name using errcode = 'check_violation';
      end $$`)
    this.addSql(`
      update "gateway_transactions" set "is_left_to_owner" = true
      where "first_source" = 'confirmation' and "kind" = 'payment'
        and "payment_id" is null and "refund_id" is null and "dismissed_at" is null
        and ("description" like '% which is not ours'
          or regexp_replace(lower(coalesce("description", '')), '[^a-z]', '', 'g')
            !~ '^(customer)?(paybill|buygoods|merchantpayment)(online)?$')`)
  }
}
