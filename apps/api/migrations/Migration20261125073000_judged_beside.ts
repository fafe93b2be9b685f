import { Migration } from '@mikro-orm/migrations'

/** Which claim, left to the owner, a waiting one was judged beside: it is judged once beside each, whoever left it and when. */
export class Migration20261125073000_judged_beside extends Migration {
  override up(): void {
    this.addSql('alter table "receipt_claims" add "judged_beside" uuid')
  }
}
