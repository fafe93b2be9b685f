import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { buildTestApp, type TestApp } from '../testing/build-test-app.ts'

/** Functions of the shop's own schema; those of extensions are restored with their extension. */
const ownFunctions = `
  from pg_proc p join pg_language l on l.oid = p.prolang
  where p.pronamespace = 'public'::regnamespace
    and not exists (select from pg_depend d
                    where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e')`

it('has no function that would not find its tables after a restore', async () => {
  await using shop = await buildTestApp()
  const functions = await shop.query<{ signature: string; language: string; isParsed: boolean; settings: string }>(`
    select p.oid::regprocedure::text as signature, l.lanname as language, p.prosqlbody is not null as "isParsed",
           coalesce(array_to_string(p.proconfig, ' '), '') as settings
    ${ownFunctions} order by signature`)
  expect(functions.filter(({ language }) => language === 'sql').length).toBeGreaterThanOrEqual(11)
  const lost = functions.filter(({ language, isParsed, settings }) =>
    language === 'sql' ? !isParsed : !/search_path=\S/.test(settings),
  )
  expect(lost).toEqual([])
})

it('has every function on the page that says what the database does, with the tables that fire it and its newest migration', async () => {
  await using shop = await buildTestApp()
  const expected = await readFunctions(shop)
  expect(new Map(pageRows().flatMap((row) => row.names.map((name) => [name, row.facts])))).toEqual(expected)
})

interface Facts {
  firedBy: string[]
  migration: string | undefined
}

function pageRows(): { names: string[]; facts: Facts }[] {
  const page = readFileSync(path.resolve(import.meta.dirname, '../../../../docs/database-functions.md'), 'utf8')
  const codesIn = (cell = '') => [...cell.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code)
  return page
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((line) => {
      const [, names, , firedBy, migrations] = line.split(' |').map((cell) => cell.replace(/^\| ?/, ''))
      return { names: codesIn(names), facts: { firedBy: codesIn(firedBy), migration: codesIn(migrations).at(-1) } }
    })
}

async function readFunctions(shop: TestApp): Promise<Map<string, Facts>> {
  const rows = await shop.query<{ name: string; firedBy: string[] }>(`
    select p.proname as name, array(
      select distinct t.tgrelid::regclass::text from pg_trigger t
      where t.tgfoid = any(array_agg(p.oid)) and not t.tgisinternal order by 1
    ) as "firedBy"
    ${ownFunctions} group by p.proname`)
  const migrations = globSync(path.resolve(import.meta.dirname, '../../migrations/*.ts'))
    .toSorted()
    .map((file) => ({ name: path.basename(file, '.ts').replace('Migration', ''), text: readFileSync(file, 'utf8') }))
  const newestOf = (name: string) => {
    const anyTable = name.replace(/^(count)_\w+$/, '$1_\\$\\{table\\}')
    const written = new RegExp(`(create (or replace )?(function|procedure)|rename to) (${name}|${anyTable})\\b`)
    return migrations.findLast(({ text }) => written.test(text))?.name
  }
  return new Map(rows.map(({ name, firedBy }) => [name, { firedBy, migration: newestOf(name) }]))
}
