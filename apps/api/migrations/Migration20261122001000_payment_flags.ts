import { Migration } from '@mikro-orm/migrations'

/** A transaction id of a payment off the lists that was given to another one since stays with that one. */
const keptTransactionId = (alsoHeldBy = 'false') => `case when p.deleted_at is null or p.is_manual or not exists (
  select from payments other where other.id <> p.id and other.transaction_id = p.transaction_id and (other.deleted_at is null or ${alsoHeldBy}))
  then p.transaction_id end`

/**
 * Flags become rows. Before, a payment had one flag that each writer overwrote; what its history still names is raised
 * again, unless the administrator had seen to it.
 */
export class Migration20261122001000_payment_flags extends Migration {
  override up(): void {
    this.addSql('set local statement_timeout = 0')
    this.createTable()
    this.raiseEarlierFlags()
    this.createTriggers()
  }

  private createTable(): void {
    const kinds = `'late', 'paid-twice', 'order-cancelled', 'amount-mismatch', 'receipt-used', 'id-mismatch', 'confirm-receipt', 'partly-refunded', 'disputed', 'unresolved', 'another-receipt', 'dispute-lost', 'webhook-failed', 'email-failed'`
    this.addSql(`alter table "payments" drop constraint "payments_attention_check";`)
    this.addSql(`alter table "payments" add constraint "payments_attention_check" check ("attention" in (${kinds}));`)
    this.addSql(
      `create table "payment_flags" ("id" bigserial primary key, "payment_id" uuid not null, "what" text not null, "details" jsonb not null default '{}', "source" text not null, "note" text null, "raised_at" timestamptz not null, "resolved_at" timestamptz null, "resolved_by" text null, "resolution" text null);`,
    )
    this.addSql(`create index "payment_flags_payment_idx" on "payment_flags" ("payment_id");`)
    this.addSql(
      `create unique index "payment_flags_open_unique" on "payment_flags" ("payment_id", "what", md5("details"::text)) where "resolved_at" is null;`,
    )
    this.addSql(`alter table "payment_flags" add constraint "payment_flags_what_check" check ("what" in (${kinds}));`)
    this.addSql(
      `alter table "payment_flags" add constraint "payment_flags_source_check" check ("source" in ('shopper', 'gateway', 'callback', 'webhook', 'confirm', 'query', 'administrator'));`,
    )
    this.addSql(
      `alter table "payment_flags" add constraint "payment_flags_resolved_by_check" check ("resolved_by" in ('administrator', 'shop'));`,
    )
    this.addSql(
      `alter table "payment_flags" add constraint "payment_flags_resolved_whole_check" check ((resolved_at is null) = (resolved_by is null) and (resolved_at is null) = (resolution is null));`,
    )
  }

  private raiseEarlierFlags(): void {
    this.addSql(`
      insert into payment_flags (payment_id, what, source, note, raised_at, resolved_at, resolved_by, resolution)
      select payment_id, what, source, note, at, seen_at, case when seen_at is not null then 'administrator' end,
             case when seen_at is not null then 'seen to' end
      from (
        select distinct on (e.payment_id, w.what) e.payment_id, w.what, e.source, e.note, e.at,
               (select max(s.at) from payment_events s
                where s.payment_id = e.payment_id and s.note = 'seen to: ' || w.what and s.id > e.id) as seen_at
        from payment_events e
        cross join lateral (select case when e.note = 'the customer’s bank disputes the charge' then 'disputed'
                                        else substring(e.note from '^(?:refused|flagged): (.*)$') end as what) w
        where w.what in ('amount-mismatch', 'receipt-used', 'id-mismatch', 'disputed')
        order by e.payment_id, w.what, e.id desc) named
      order by at;`)
    this.addSql(`
      insert into payment_flags (payment_id, what, source, note, raised_at, resolved_at, resolved_by, resolution)
      select p.id, p.attention, coalesce(last.source, 'gateway'), last.note, p.updated_at,
             r.at, case when r.at is not null then 'administrator' end, case when r.at is not null then 'taken off the lists' end
      from payments p
      left join lateral (select source, note from payment_events e where e.payment_id = p.id order by e.id desc limit 1) last on true
      -- What the administrator entered and took off again needs nobody any more.
      cross join lateral (select case when p.is_manual then p.deleted_at end as at) r
      where p.attention is not null
        and not exists (select from payment_flags f where f.payment_id = p.id and f.what = p.attention and f.resolved_at is null)
      order by p.updated_at;`)
    this.addSql(`
      update payments p
      set attention = (select what from payment_flags f where f.payment_id = p.id and f.resolved_at is null order by id desc limit 1),
          deleted_at = case when p.is_manual or not exists (select from payment_flags f where f.payment_id = p.id and f.resolved_at is null)
                       then p.deleted_at end,
          transaction_id = ${keptTransactionId('other.id < p.id')}
      where exists (select from payment_flags f where f.payment_id = p.id);`)
  }

  private createTriggers(): void {
    this.addSql(`
      create function refuse_rewriting_flags() returns trigger language plpgsql set search_path = public, pg_temp as $$
      begin
        if tg_op = 'UPDATE' and old.resolved_at is null and new.resolved_at is not null
           and (new.id, new.payment_id, new.what, new.details, new.source, new.note, new.raised_at)
               is not distinct from (old.id, old.payment_id, old.what, old.details, old.source, old.note, old.raised_at) then
          return new;
        end if;
        raise exception 'payment_flags is append-only' using errcode = 'check_violation';
      end $$`)
    this.addSql(`
      create trigger payment_flags_append_only before update or delete on payment_flags
      for each row execute function refuse_rewriting_flags()`)
    this.addSql(`
      create trigger payment_flags_keep before truncate on payment_flags
      for each statement execute function refuse_rewriting_flags()`)
    this.addSql(`
      create function show_payment_flags() returns trigger language plpgsql set search_path = public, pg_temp as $$
      begin
        update payments p
        set attention = (select what from payment_flags where payment_id = p.id and resolved_at is null order by id desc limit 1),
            updated_at = coalesce(new.resolved_at, new.raised_at),
            deleted_at = case when tg_op = 'INSERT' and not p.is_manual then null else p.deleted_at end,
            transaction_id = ${keptTransactionId()}
        where p.id = new.payment_id;
        return null;
      end $$`)
    this.addSql(`
      create trigger payment_flags_show after insert or update on payment_flags
      for each row execute function show_payment_flags()`)
  }
}
