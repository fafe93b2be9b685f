import { describe, expect, it } from 'vitest'
import { decideRefund, leftToRefund, type RefundStatus, type ReportedRefund, refundStatuses } from './refund.ts'

/** Per status: what each report makes of it; the rest says nothing new. */
const changes: Record<RefundStatus, Partial<Record<ReportedRefund, RefundStatus>>> = {
  requested: { succeeded: 'succeeded', failed: 'failed', pending: 'sent', unknown: 'unknown' },
  sent: { succeeded: 'succeeded', failed: 'failed', unknown: 'unknown' },
  unknown: { succeeded: 'succeeded', failed: 'failed', pending: 'sent' },
  succeeded: { failed: 'failed' },
  failed: { succeeded: 'succeeded' },
}

describe('a report on a refund', () => {
  const reports: ReportedRefund[] = ['succeeded', 'failed', 'pending', 'unknown']
  it.each(refundStatuses.flatMap((status) => reports.map((reported) => [status, reported] as const)))(
    'that is %s and reported as %s',
    (status, reported) => {
      expect(decideRefund(status, reported)).toBe(changes[status][reported])
    },
  )
})

describe('what may still go back', () => {
  it('is the whole payment before any refund', () => {
    expect(leftToRefund(450_000, [])).toBe(450_000)
  })

  it('leaves out what waits, what nobody knows, and what went back', () => {
    const refunds = (['requested', 'sent', 'unknown', 'succeeded'] as const).map((status) => ({ status, amount: 100 }))
    expect(leftToRefund(1_000, refunds)).toBe(600)
  })

  it('has the amount of a failed refund again', () => {
    expect(leftToRefund(1_000, [{ status: 'failed', amount: 900 }])).toBe(1_000)
  })

  it('is nothing where more is told to have gone back than came in', () => {
    expect(leftToRefund(1_000, [{ status: 'succeeded', amount: 1_100 }])).toBe(0)
  })
})
