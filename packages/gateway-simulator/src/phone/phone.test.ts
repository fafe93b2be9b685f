// @vitest-environment jsdom
/// <reference lib="dom" />
import { describe, expect, it } from 'vitest'
import { startTestSimulator } from '../testing/start-test-simulator.ts'

type Simulator = Awaited<ReturnType<typeof startTestSimulator>>

/** The page as a browser without scripts shows it. */
async function open({ url }: Simulator, number = ''): Promise<Document> {
  const response = await fetch(`${url}/phone?number=${encodeURIComponent(number)}`)
  expect(response.status).toBe(200)
  expect(response.headers.get('content-security-policy')).toContain("default-src 'none'")
  return new DOMParser().parseFromString(await response.text(), 'text/html')
}

/** Fills a prompt's form in and sends it by the button with these words. */
async function press(simulator: Simulator, page: Document, { button, pin = '' }: { button: RegExp; pin?: string }) {
  const form = page.querySelector<HTMLFormElement>('form.prompt')
  const pressed = [...(form?.querySelectorAll('button') ?? [])].find((each) => button.test(each.textContent ?? ''))
  const body = new URLSearchParams({ pin, number: '', [pressed?.name ?? '']: pressed?.value ?? '' })
  return fetch(`${simulator.url}${form?.getAttribute('action')}`, { method: 'POST', body, redirect: 'manual' })
}

describe('the phone page', () => {
  it('asks for exactly what the shop asked, and shows that it is a demo', async () => {
    const simulator = await startTestSimulator({ daraja: { merchantName: 'Marashi & <Co>' } })
    await simulator.merchant.push({ Amount: 12_345, TransactionDesc: '<b>Perfume' })
    const page = await open(simulator)
    expect(page.querySelector('h2')?.textContent).toBe('Do you want to pay Ksh 12,345 to Marashi & <Co>?')
    expect(page.querySelector('dl')?.textContent).toContain('MAR10042')
    expect(page.querySelector('dl')?.textContent).toContain('<b>Perfume')
    expect(page.body.textContent).toContain('DEMO')
    expect(page.title).toContain('demo')
  })

  it('ties every field to its label, and has one h1 and a status line', async () => {
    const simulator = await startTestSimulator()
    await simulator.merchant.push()
    const page = await open(simulator)
    const fields = [...page.querySelectorAll<HTMLInputElement>('input:not([type=hidden])')]
    expect(fields).toHaveLength(5)
    for (const field of fields) expect(page.querySelector(`label[for="${field.id}"]`)?.textContent).toBeTruthy()
    expect(page.querySelectorAll('h1')).toHaveLength(1)
    expect(page.querySelectorAll('[role=status]')).toHaveLength(1)
    expect(page.documentElement.lang).toBe('en')
  })

  it.each([
    [{ button: /^Pay/, pin: '1234' }, '0', 'Confirmed. Ksh 3,200 paid to Marashi for account MAR10042'],
    [{ button: /^Pay/, pin: '0000' }, '2001', 'was not paid'],
    [{ button: /^Cancel/ }, '1032', 'Request cancelled by user'],
  ])('%j ends the prompt with %s', async (answer, code, words) => {
    const simulator = await startTestSimulator()
    await simulator.merchant.push()
    const response = await press(simulator, await open(simulator), answer)
    expect([response.status, response.headers.get('location')]).toEqual([303, '/phone'])
    expect(simulator.control.prompts()[0]?.resultCode).toBe(code)
    expect(simulator.ledger.entries()).toHaveLength(code === '0' ? 1 : 0)
    expect((await open(simulator)).querySelector('.messages')?.textContent).toContain(words)
  })

  it.each(['', '123', '12345', 'abcd'])('keeps asking when the PIN is %j', async (pin) => {
    const simulator = await startTestSimulator()
    await simulator.merchant.push()
    await press(simulator, await open(simulator), { button: /^Pay/, pin })
    expect(simulator.control.prompts()[0]?.resultCode).toBeNull()
  })

  it('does not pay a prompt that has ended while it was looked at', async () => {
    const simulator = await startTestSimulator()
    await simulator.merchant.push()
    const page = await open(simulator)
    simulator.control.setClockOffset(60_001)
    await expect.poll(() => simulator.control.state().openPrompts).toBe(0)
    await press(simulator, page, { button: /^Pay/, pin: '1234' })
    expect(simulator.ledger.entries()).toEqual([])
  })

  it('shows one phone, however its number is written, or all', async () => {
    const simulator = await startTestSimulator()
    await simulator.merchant.push()
    await simulator.merchant.push({ PartyA: '254110000001', PhoneNumber: '254110000001' })
    const asked = async (number: string) => (await open(simulator, number)).querySelectorAll('form.prompt').length
    expect([
      await asked(''),
      await asked('0712 345 678'),
      await asked('+254110000001'),
      await asked('0722000000'),
    ]).toEqual([2, 1, 1, 0])
    expect((await open(simulator, '0722000000')).body.textContent).toContain('No payment is asked for')
  })
})
