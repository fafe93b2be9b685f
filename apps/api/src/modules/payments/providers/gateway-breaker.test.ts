import { expect, it, onTestFinished, vi } from 'vitest'
import { BREAK_FOR_MS, gatewayBreaker } from './gateway-breaker.ts'

it('stays open where the call that tries a gateway again fails for a payment that failed after the break', async () => {
  const breaker = gatewayBreaker(() => 'failure')
  const fail = async (payment: string, call = Promise.reject(new Error('no answer'))) =>
    await expect(breaker(payment, () => call)).rejects.toThrow('no answer')
  const late = Promise.withResolvers<never>()
  const failedLate = fail('late', late.promise)
  for (let n = 0; n < 5; n++) await fail(`M${n}`)
  late.reject(new Error('no answer'))
  await failedLate
  const later = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + BREAK_FOR_MS)
  onTestFinished(() => later.mockRestore())
  await fail('late')
  expect(breaker.isOpen()).toBe(true)
})
