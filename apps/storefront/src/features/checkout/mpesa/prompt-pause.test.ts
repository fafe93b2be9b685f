import { describe, expect, it } from 'vitest'
import { pauseAfter, pausedUntil, savedPause } from './prompt-pause.ts'

const at = 1_000_000
const phone = '0712345678'
const refusal = { title: '', text: '', isUnanswered: false }
const asked = pauseAfter(null, { phone, at, refused: null })

describe('the pause between two prompts on a phone', () => {
  it('is 75 s from the prompt, for this phone alone, however it is written', () => {
    for (const same of ['0712345678', '+254 712 345 678']) expect(pausedUntil(asked, same, at)).toBe(at + 75_000)
    for (const other of ['0712345679', '', '071']) expect(pausedUntil(asked, other, at)).toBe(0)
    expect(pausedUntil(null, phone, at)).toBe(0)
  })

  it('is over on a phone whose clock was put back since, which would count down for as long', () => {
    expect(pausedUntil(asked, phone, at - 3 * 3_600_000)).toBe(0)
  })

  it('is kept where nobody knows whether the prompt went out', () => {
    expect(pauseAfter(null, { phone, at, refused: { ...refusal, isUnanswered: true } })).toEqual(asked)
  })

  it('is as long as the shop says that refuses, and unchanged where it names no time', () => {
    const refused = { ...refusal, retryAfterSeconds: 40 }
    expect(pauseAfter(asked, { phone, at: at + 1, refused })).toEqual({ phone, at: at + 1, until: at + 1 + 40_000 })
    expect(pauseAfter(asked, { phone, at: at + 1, refused: refusal })).toBe(asked)
    expect(pauseAfter(null, { phone, at, refused: refusal })).toBeNull()
  })

  it('goes on after the page was loaded again', () => {
    const order = { orderId: 'o', orderNumber: 'MR1', amountShillings: 1, method: 'mpesa' as const, items: [] }
    expect(savedPause({ ...order, phone, startedAt: at, isAsked: true })).toEqual(asked)
    expect(savedPause({ ...order, phone, startedAt: at, isAsked: false })).toBeNull()
  })
})
