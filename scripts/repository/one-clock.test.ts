import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'

const root = path.resolve(import.meta.dirname, '../..')

/** Where clocks are made; everything else is given one. */
const makers = new Set(['apps/api/src/main.ts', 'apps/api/src/start-shop.ts'])

const ofProcess = /\bnew Date\(\)|\bDate\.now\(|\bTemporal\.Now\b/
const ofDatabase =
  /(?<!defaultRaw\(')(?<![#.\w])(?:now|clock_timestamp|statement_timestamp|transaction_timestamp)\(\)|\bcurrent_(?:timestamp|date|time)\b|\blocaltime/i

function secondClocks(text: string): string[] {
  return text.split('\n').filter((line) => ofProcess.test(line) || ofDatabase.test(line))
}

it('tells every time that the shop writes or compares from the one clock it was started with', () => {
  const sources = globSync('apps/api/src/**/*.ts', { cwd: root })
    .map((file) => file.split(path.sep).join('/'))
    .filter((file) => !makers.has(file) && !/\.test\.|\/testing\//.test(file))
  expect(sources.length).toBeGreaterThan(100)
  const found = sources.flatMap((file) =>
    secondClocks(readFileSync(path.join(root, file), 'utf8')).map((line) => `${file}: ${line.trim()}`),
  )
  expect(found).toEqual([])
})

it('leaves no statement to the database’s default where it could say the time', () => {
  const insert = /insert into (orders|order_keys|payments|reviews|products|categories|admin_sessions)\b[^;]*?\)/g
  const sources = globSync('apps/api/src/modules/**/*.ts', { cwd: root }).filter((file) => !file.includes('.test.'))
  const silent = sources.flatMap((file) =>
    (readFileSync(path.join(root, file), 'utf8').match(insert) ?? []).filter((text) => !text.includes('created_at')),
  )
  expect(silent).toEqual([])
})

it('sees a second clock', () => {
  expect(secondClocks('const at = new Date()\nconst then = new Date(now)\nwhere at > now() - x')).toHaveLength(2)
  expect(secondClocks('const age = this.#now() - clock.now()')).toEqual([])
  expect(secondClocks("createdAt: instantColumn().defaultRaw('now()')")).toEqual([])
})
