import { Migration } from '@mikro-orm/migrations'

/** Health tells what the owner took before a notice was refused from what they took since. */
export class Migration20261127155102_untaken_notices extends Migration {
  override up(): void {
    this.addSql('alter table "notices" add "first_failed_at" timestamptz null, add "untaken_at" timestamptz null')
  }
}
