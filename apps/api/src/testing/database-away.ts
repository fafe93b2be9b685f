import type { TestApp } from './build-test-app.ts'

/** PostgreSQL restarts, for the first `times` that the column of a table is given a value. */
export const databaseAway = (
  shop: TestApp,
  { table, column, times }: { table: string; column: string; times: number },
) =>
  shop.query(`create sequence tried;
    create function be_away() returns trigger language plpgsql as $$ begin
      if nextval('tried') <= ${times} then raise 'restarting' using errcode = '57P01'; end if;
      return new;
    end $$;
    create trigger be_away before insert or update of ${column} on ${table} for each row when (new.${column} is not null)
      execute function be_away()`)
