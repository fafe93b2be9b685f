import { Migration } from '@mikro-orm/migrations'

/** When an order arrives is worked out when it is placed, and kept: the owner may promise something else tomorrow. */
export class Migration20261122220000_delivery_promise extends Migration {
  override up(): void {
    this.addSql('alter table "orders" add "delivery_promise" text null')
  }
}
