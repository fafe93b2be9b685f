import { Migration } from '@mikro-orm/migrations'

/**
 * The end of the time that an order was given when it last began to wait; null on those of before. At the end of the update, as nobody
 * reads orders from here on until all of it is done.
 */
export class Migration20261127160310_hold_ends extends Migration {
  override up(): void {
    this.addSql('alter table "orders" add "hold_ends_at" timestamptz null')
  }
}
