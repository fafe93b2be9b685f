import { Migration } from '@mikro-orm/migrations'

/** The version before asked for a day about prompts that it never sent, and then flagged them. */
export class Migration20261126051200_prompts_never_sent extends Migration {
  override up(): void {
    this.addSql(`
      update "payments" set "next_query_at" = null
      where "next_query_at" is not null and "payment_method" = 'mpesa' and "status" = 'failed'
        and "failure_code" = 'not-taken' and "provider_reference" is null`)
  }
}
