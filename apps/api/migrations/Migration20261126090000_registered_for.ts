import { Migration } from '@mikro-orm/migrations'

/**
 * For which account a provider was told where to report payments that are made by hand. Registrations of versions before name
 * none, and count as the present account's: no shop is told to register again because of an update.
 */
export class Migration20261126090000_registered_for extends Migration {
  override up(): void {
    this.addSql('alter table "confirmation_addresses" add "registered_for" text null')
  }
}
