import { describe, expect, it } from 'vitest'
import { nextWait, startWait, type Wait, type WaitEvent } from './mpesa-wait.ts'

const start = 1_000_000
const second = 1_000
const minute = 60_000
const asking = startWait({ isAsked: false, startedAt: start }, start)
const waiting = startWait({ isAsked: true, startedAt: start }, start)
const after = (wait: Wait, ...events: WaitEvent[]) => events.reduce(nextWait, wait)
const tick = (ms: number): WaitEvent => ({ type: 'tick', at: start + ms })
const status = (name: 'initiated' | 'pending' | 'paid' | 'failed' | 'cancelled' | null): WaitEvent => ({
  type: 'status',
  status: name,
  receipt: name === 'paid' ? 'TKL41H7QXR' : null,
  failure: name === 'failed' ? 'wrong-pin' : null,
})
const refused = (ms: number, isUnanswered = false): WaitEvent => ({ type: 'refused', at: start + ms, isUnanswered })
const prompted = (ms: number): WaitEvent => ({ type: 'prompted', at: start + ms })
const timedOut = after(waiting, tick(5 * minute))
const failed = after(waiting, status('failed'))

describe('the wait for M-Pesa', () => {
  it.each<[string, Wait, WaitEvent[], Partial<Wait>]>([
    ['begins once the request is taken', asking, [prompted(second)], { phase: 'waiting', since: start + second }],
    ['ends before it began when the request is refused', asking, [refused(second)], { phase: 'failed' }],
    ['goes on when nobody answered: the prompt may be there', asking, [refused(second, true)], { phase: 'waiting' }],
    ['ignores older attempts while asking', asking, [status('failed'), status('cancelled')], { phase: 'asking' }],
    ['notices money that is quicker than the answer', asking, [status('paid')], { phase: 'paid' }],
    ['keeps waiting while M-Pesa does', waiting, [status('initiated'), status('pending')], { phase: 'waiting' }],
    ['offers no Resend while the shop would refuse it', waiting, [tick(74 * second)], { isResendDue: false }],
    [
      'offers Resend once the prompt has expired',
      waiting,
      [tick(75 * second)],
      { phase: 'waiting', isResendDue: true },
    ],
    ['goes on for 4:59', waiting, [tick(5 * minute - 1)], { phase: 'waiting' }],
    ['ends after 5 minutes', waiting, [tick(5 * minute)], { phase: 'timedOut' }],
    [
      'begins anew on a phone whose clock was put back meanwhile',
      after(waiting, tick(80 * second)),
      [tick(-3 * 60 * minute)],
      { phase: 'waiting', since: start - 3 * 60 * minute, isResendDue: false },
    ],
    ['is paid with a receipt', waiting, [status('paid')], { phase: 'paid', receipt: 'TKL41H7QXR' }],
    ['ends when the shopper cancels on the phone', waiting, [status('cancelled')], { phase: 'cancelled' }],
    ['ends when M-Pesa refuses', waiting, [status('failed')], { phase: 'failed', failure: 'wrong-pin' }],
    ['drops the old reason with a new prompt', failed, [prompted(minute)], { phase: 'waiting', failure: null }],
    ['notices money after the timeout', timedOut, [status('paid')], { phase: 'paid' }],
    ['does not restart by itself', timedOut, [status('pending'), tick(6 * minute)], { phase: 'timedOut' }],
    ['restarts with a new prompt', timedOut, [prompted(6 * minute), tick(10 * minute)], { phase: 'waiting' }],
    ['stays as it is when another prompt is refused', timedOut, [refused(6 * minute)], { phase: 'timedOut' }],
    ['goes on when another prompt is refused in time', waiting, [refused(minute)], { phase: 'waiting', since: start }],
    ['finds a prompt that was sent after all', failed, [status('pending')], { phase: 'waiting' }],
    ['notices money after a failure', failed, [status('paid')], { phase: 'paid' }],
    ['ends once', after(waiting, status('cancelled')), [status('paid'), prompted(1)], { phase: 'cancelled' }],
  ])('%s', (_name, wait, events, expected) => {
    expect(after(wait, ...events)).toMatchObject(expected)
  })

  it.each([
    ['asks at once where the order was placed just now', { isAsked: false }, 0, 'asking'],
    ['asks at once where the page was closed before it asked', { isAsked: false }, 2 * minute - 1, 'asking'],
    ['leaves it to a shopper who comes back later than that', { isAsked: false }, 2 * minute, 'failed'],
    ['leaves it to the shopper after a refusal', { isAsked: false, isRefused: true }, second, 'failed'],
    ['goes on though another prompt was refused later', { isAsked: true, isRefused: true }, second, 'waiting'],
  ])('%s', (_name, saved, afterMs, phase) => {
    expect(startWait({ ...saved, startedAt: start }, start + afterMs).phase).toBe(phase)
  })

  it('that begins with a refusal takes the reason of a prompt that went out after all', () => {
    const begun = startWait({ isAsked: false, startedAt: start }, start + 3 * minute)
    expect(begun.failure).toBeNull()
    expect(after(begun, status('failed'))).toMatchObject({ phase: 'failed', failure: 'wrong-pin' })
    expect(after(begun, status(null))).toBe(begun)
  })

  it('restarts its 5 minutes and hides Resend when the prompt is sent again', () => {
    const again = after(waiting, tick(78 * second), prompted(80 * second))
    expect(again).toMatchObject({ phase: 'waiting', isResendDue: false })
    expect(after(again, tick(5 * minute)).phase).toBe('waiting')
    expect(after(again, tick(5 * minute + 80 * second)).phase).toBe('timedOut')
  })

  it('has timed out already when the phone was asleep', () => {
    expect(startWait({ isAsked: true, startedAt: start }, start + 6 * minute).phase).toBe('timedOut')
  })

  it('is the same object while nothing changes, so that a tick renders nothing', () => {
    expect(after(waiting, tick(second), status('pending'), tick(2 * second))).toBe(waiting)
    expect(after(failed, status('failed'), status(null))).toBe(failed)
  })
})
