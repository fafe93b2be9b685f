import { Migration } from '@mikro-orm/migrations'

export class Migration20261122055748_session_password extends Migration {
  override name = 'Migration20261122055748_session_password'

  override up(): void | Promise<void> {
    this.addSql(`alter table "admin_sessions" add "password_mark" text null;`)
  }

  override down(): void | Promise<void> {
    this.addSql(`alter table "admin_sessions" drop column "password_mark";`)
  }
}
