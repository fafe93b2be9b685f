import { Migration } from '@mikro-orm/migrations'

/** A webhook that was refused for its age is told from one whose signature is wrong; what was refused before counts as that. */
export class Migration20261127170300_webhook_refused_for extends Migration {
  override up(): void {
    this.addSql(`alter table "webhook_refusals" add "why" text not null default 'signature',
      add constraint "webhook_refusals_why_check" check ("why" in ('signature', 'time'))`)
  }
}
