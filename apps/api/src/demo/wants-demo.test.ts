import { describe, expect, it } from 'vitest'
import { readEnvironment } from '../env.ts'
import { wantsInventedGoods } from './wants-demo.ts'

const local = 'postgresql://shop@127.0.0.1/duka'
const away = 'postgresql://shop@db.example/duka'

describe('the 48 invented perfumes', () => {
  it.each([
    ['a newcomer on the PostgreSQL that comes along', {}, true],
    ['production', { NODE_ENV: 'production' }, false],
    ['production with a database of the same machine', { NODE_ENV: 'production', DATABASE_URL: local }, false],
    ['a database of the same machine', { DATABASE_URL: local }, false],
    ['a database elsewhere', { DATABASE_URL: away }, false],
    ['tests', { NODE_ENV: 'test' }, false],
    ['whoever asks for them', { SEED: 'demo', NODE_ENV: 'production', DATABASE_URL: away }, true],
    ['a developer who wants none', { SEED: 'none' }, false],
  ])('are for %s: %j → %s', (_who, variables, expected) => {
    expect(wantsInventedGoods(readEnvironment(variables as Record<string, string>))).toBe(expected)
  })
})
