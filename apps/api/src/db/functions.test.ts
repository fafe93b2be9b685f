import { expect, it } from 'vitest'
import { buildTestApp } from '../testing/build-test-app.ts'

/** Functions of the shop's own schema; those of extensions are restored with their extension. */
const ownFunctions = `
  select p.oid::regprocedure::text as signature, l.lanname as language, p.prosqlbody is not null as "isParsed",
         coalesce(array_to_string(p.proconfig, ' '), '') as settings
  from pg_proc p join pg_language l on l.oid = p.prolang
  where p.pronamespace = 'public'::regnamespace
    and not exists (select from pg_depend d
                    where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e')
  order by signature`

it('has no function that would not find its tables after a restore', async () => {
  await using shop = await buildTestApp()
  const functions = await shop.query<{ signature: string; language: string; isParsed: boolean; settings: string }>(
    ownFunctions,
  )
  expect(functions.filter(({ language }) => language === 'sql').length).toBeGreaterThanOrEqual(11)
  const lost = functions.filter(({ language, isParsed, settings }) =>
    language === 'sql' ? !isParsed : !/search_path=\S/.test(settings),
  )
  expect(lost).toEqual([])
})
