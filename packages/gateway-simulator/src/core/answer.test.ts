import { describe, expect, it } from 'vitest'
import { startTestSimulator } from '../testing/start-test-simulator.ts'

describe('a reply that goes wrong', () => {
  it.each(['lost', 'garbage', 'hang'] as const)('%s, after the push reached the phone', async (kind) => {
    const { merchant, control, stop } = await startTestSimulator()
    control.direct('daraja.push', { next: [{ kind }] })
    const reply = merchant.push()
    const outcome = reply.catch(() => 'no answer')
    await expect.poll(() => control.state().openPrompts).toBe(1)
    if (kind === 'hang') await stop()
    expect(await outcome).toBe('no answer')
  })

  it('without any work: the prompt never came', async () => {
    const { merchant, control } = await startTestSimulator()
    control.direct('daraja.push', {
      next: [{ kind: 'unreachable' }, { kind: 'html' }, { kind: 'status', status: 500 }],
    })
    await expect(merchant.push()).rejects.toThrow()
    await expect(merchant.push()).rejects.toThrow(/JSON/)
    expect(await merchant.push()).toMatchObject({ status: 500, body: { errorCode: '500.003.1001' } })
    expect(control.prompts()).toEqual([])
  })

  it('comes late, and at once when the clock is moved', async () => {
    const { merchant, control } = await startTestSimulator()
    control.direct('daraja.push', { next: [{ kind: 'delay', ms: 30_000 }] })
    let isAnswered = false
    const reply = merchant.push().then((answer) => {
      isAnswered = true
      return answer
    })
    await expect.poll(() => control.state().openPrompts).toBe(1)
    expect(isAnswered).toBe(false)
    control.setClockOffset(30_001)
    expect((await reply).status).toBe(200)
  })

  it.each([
    [{ kind: 'status', status: 429 }, 429, '500.003.02'],
    [{ kind: 'status', status: 503 }, 503, '503.001.01'],
    [{ kind: 'error', code: '500.003.03' }, 429, '500.003.03'],
    [{ kind: 'error', code: '401.003.01' }, 401, '401.003.01'],
  ] as const)('is %j: %i %s', async (plan, status, errorCode) => {
    const { merchant, control } = await startTestSimulator()
    control.direct('daraja.push', { next: [plan] })
    expect(await merchant.push()).toMatchObject({ status, body: { errorCode } })
    expect((await merchant.push()).status, 'the next one is as usual').toBe(200)
  })

  it('can be 500 although the work was done', async () => {
    const { merchant, control } = await startTestSimulator()
    control.direct('daraja.push', { next: [{ kind: 'status', status: 500, afterWork: true }] })
    expect((await merchant.push()).status).toBe(500)
    expect(control.state().openPrompts).toBe(1)
  })
})
