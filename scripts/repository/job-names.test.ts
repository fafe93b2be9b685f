import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const read = (path: string) => readFileSync(path, 'utf8')

it('has words for each recurring job in the back office', () => {
  const files = globSync('apps/api/src/**/*.job.ts').map(read)
  // Those of the payment providers are made from their names.
  const jobs = files.flatMap((text) => [...text.matchAll(/\bname: '([a-z-]+)'/g)].map(([, name = '']) => name))
  const [, names = ''] = /names: \{(.+?)\} as Record/s.exec(read('apps/admin/src/copy/health.ts')) ?? []
  const known = new Set([...names.matchAll(/^ +'?([a-z-]+)'?:/gm)].map(([, name]) => name))
  expect(jobs.length).toBeGreaterThan(20)
  expect(jobs.filter((name) => !known.has(name))).toEqual([])
})
