import { describe, expect, it } from 'vitest'
import { readEnvironment } from './env.ts'

describe('TRUST_PROXY', () => {
  it.each(['10.0.0.0/8', '127.0.0.1, fd00::/8', 'loopback', '10.0.0.0/255.0.0.0', 'uniquelocal,203.0.113.7'])(
    'takes %s',
    (value) => {
      expect(readEnvironment({ TRUST_PROXY: value }).TRUST_PROXY).toBe(value)
    },
  )

  it.each(['1', '10.0.0.0/8,2', 'true', 'caddy', ','])('refuses %s, which would trust nobody', (value) => {
    expect(() => readEnvironment({ TRUST_PROXY: value })).toThrow(/TRUST_PROXY: must be .*10\.0\.0\.0\/8/)
  })

  it('may stay empty', () => expect(readEnvironment({ TRUST_PROXY: '' }).TRUST_PROXY).toBeUndefined())
})
