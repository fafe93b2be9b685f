import { Migration } from '@mikro-orm/migrations'

/** What was last seen of the public address's certificate outlives the process that saw it. */
export class Migration20261127155100_seen_certificates extends Migration {
  override up(): void {
    this.addSql(`
      create table "seen_certificates" ("address" text not null, "asked_at" timestamptz not null, "seen_at" timestamptz null,
        "valid_from" timestamptz null, "valid_until" timestamptz null, primary key ("address"))`)
  }
}
