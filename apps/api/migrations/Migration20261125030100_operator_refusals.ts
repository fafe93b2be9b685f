import { Migration } from '@mikro-orm/migrations'

/** That a provider refuses the shop's operator is kept, for all processes; claims that nobody may ask about say so. */
export class Migration20261125030100_operator_refusals extends Migration {
  override up(): void {
    this.addSql(`
      create table "operator_refusals" ("gateway" text not null, "operator" text not null, "code" text not null,
        "refused_at" timestamptz not null, primary key ("gateway", "operator", "code"),
        constraint "operator_refusals_gateway_check" check (gateway ~ '^[a-z][a-z0-9-]{0,29}$'))`)
    this.addSql(`
      alter table "receipt_claims" drop constraint "receipt_claims_left_because_check",
        add constraint "receipt_claims_left_because_check"
          check ("left_because" in ('unproved', 'before-order', 'operator-refused'))`)
  }
}
