import { readFileSync } from 'node:fs'
import path from 'node:path'
import { parseEnv } from 'node:util'
import { describe, expect, it } from 'vitest'
import { environmentKeys, readEnvironment } from '../../apps/api/src/env.ts'

const root = path.resolve(import.meta.dirname, '../..')
const example = readFileSync(path.join(root, '.env.example'), 'utf8')

describe('.env.example', () => {
  it('names exactly the variables the shop reads', () => {
    expect(Object.keys(parseEnv(example)).sort()).toEqual(environmentKeys.toSorted())
  })

  it('changes nothing when it is copied as it is', () => {
    expect(readEnvironment(parseEnv(example))).toEqual(readEnvironment({}))
  })

  it('explains every variable', () => {
    const unexplained = example.split(/\n{2,}/).filter((part) => /^[A-Z_]+=/m.test(part) && !part.startsWith('# '))
    expect(unexplained).toEqual([])
  })
})
