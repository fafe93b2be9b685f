import { Migration } from '@mikro-orm/migrations'

/** A job that may work for hours is not said to be silent while it does. */
export class Migration20261127155101_longest_runs extends Migration {
  override up(): void {
    this.addSql('alter table "job_runs" add "longest_seconds" int null')
  }
}
