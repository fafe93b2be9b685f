/**
 * A check of the database against the gateways' ledger ($1), what clients were answered ($2), what the gateways sent back
 * ($3), the e-mails that a mail server took ($4) and the disputes that the shop was told of ($5): each row it finds is a
 * violation.
 */
export interface Invariant {
  id:
    | 'I1'
    | 'I2'
    | 'I3'
    | 'I4'
    | 'I5'
    | 'I6'
    | 'I7'
    | 'I8'
    | 'I9'
    | 'I13'
    | 'I14'
    | 'I15'
    | 'I16'
    | 'I17'
    | 'I18'
    | 'I19'
    | 'I20'
    | 'I21'
    | 'I22'
    | 'I23'
    | 'I24'
    | 'I25'
    | 'I26'
  /** Answers `orderId`, which may be null, and `what` is wrong. */
  sql: string
}

/** The parameters as tables, the payments that took money under the gateway's own names, and the money that is unmatched. */
export const given = `
  with ledger as (
    select * from jsonb_to_recordset($1::jsonb) as l(gateway text, id text, receipt text, "orderReference" text, "amountCents" bigint, "refundedCents" bigint)
  ), reported as (
    select * from jsonb_to_recordset($2::jsonb) as t(kind text, "orderId" uuid, key text)
  ), "sentBack" as (
    select * from jsonb_to_recordset($3::jsonb) as s(gateway text, id text, receipt text, payment text, "amountCents" bigint)
  ), mails as (
    -- "<receipt-019a…@shop.example>" and "<notice-12@shop.example>": joined by the id in it, because comparing each text
    -- with each takes minutes.
    select *, split_part(substr(id, 2), '-' || about, 1) as kind from (
      select value as id, substring(value from '([0-9a-f]{8}-[0-9a-f-]{27}|[0-9]+)@') as about, count(*) as times
      from jsonb_array_elements_text($4::jsonb) group by 1) m
  ), disputes as (
    select * from jsonb_to_recordset($5::jsonb) as d(id text, intent text, charge text, state text, movements jsonb)
  ), taken as (
    select *, coalesce(receipt, (select l.receipt from ledger l where l.id = gateway_id)) as line from (
      select *, coalesce(mpesa_checkout_request_id, stripe_payment_intent_id) as gateway_id,
             coalesce(mpesa_receipt_number, stripe_charge_id) as receipt
      from payments where status in ('completed', 'refunded') and not is_manual) p
  ), unprovable as (
    -- The push's answer and the callback were both lost: no id to ask by. The shop must have flagged it, unless a list says
    -- which order the money is for.
    select l.* from ledger l join orders o on o.order_number = l."orderReference"
    where l.gateway = 'mpesa' and not exists (select from payments p where p.mpesa_checkout_request_id = l.id)
      and not exists (select from taken t where t.payment_method = l.gateway and t.receipt = l.receipt)
      and exists (select from payments p where p.order_id = o.id and p.mpesa_checkout_request_id is null
                    and exists (select from payment_flags f where f.payment_id = p.id and f.what = 'unresolved'))
  ), lines as (
    -- Stripe's lines have names of their own and say which charge or refund they are about.
    select *, case when gateway = 'stripe' then related_reference else reference end as receipt from gateway_transactions
  ), unmatched as (
    select g.*, l.id as "ledgerId" from lines g join ledger l on l.gateway = g.gateway and l.receipt = g.receipt
    where g.kind = 'payment' and g.payment_id is null and g.refund_id is null and g.dismissed_at is null
  )`
