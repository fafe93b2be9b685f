import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { DarajaMerchant } from '../testing/daraja-merchant.ts'
import { startTestSimulator, stripeKeys } from '../testing/start-test-simulator.ts'

function aJournal(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'gateway-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return path.join(folder, 'deep', 'journal.jsonl')
}

const createIntent = (url: string, key: string) =>
  fetch(`${url}/v1/payment_intents`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${stripeKeys.secretKey}`,
      'content-type': 'application/x-www-form-urlencoded',
      'idempotency-key': key,
    },
    body: 'amount=320000&currency=kes&metadata[orderNumber]=MAR10042',
  }).then((response) => response.json() as Promise<{ id: string }>)

describe('a simulator that starts again over its journal', () => {
  it('knows its ledger, its prompts, its intents and its keys', async () => {
    const journalPath = aJournal()
    const before = await startTestSimulator({ journalPath })
    const { body: paid } = await before.merchant.push()
    before.control.answerPrompt(paid.CheckoutRequestID ?? '', '0')
    const { body: open } = await before.merchant.push()
    const { id } = await createIntent(before.url, 'key-1')
    before.control.payIntent(id)
    const ledger = before.ledger.entries()
    await before.stop()

    const after = await startTestSimulator({ journalPath })
    expect(after.ledger.entries()).toEqual(ledger)
    expect(ledger).toHaveLength(2)
    expect((await after.merchant.query(paid.CheckoutRequestID)).body.ResultCode).toBe('0')
    expect((await after.merchant.push()).body.errorMessage).toContain('Unable to lock subscriber')
    expect((await createIntent(after.url, 'key-1')).id).toBe(id)
    expect(after.control.intents()).toMatchObject([{ id, status: 'succeeded' }])
    after.control.setClockOffset(60_001)
    await expect.poll(async () => (await after.merchant.query(open.CheckoutRequestID)).body.ResultCode).toBe('1037')
  })

  it('believes the ledger where the end came before the rest was written', async () => {
    const journalPath = aJournal()
    const before = await startTestSimulator({ journalPath })
    const { body } = await before.merchant.push()
    before.control.answerPrompt(body.CheckoutRequestID ?? '', '0')
    const { id } = await createIntent(before.url, 'key-1')
    before.control.payIntent(id)
    await before.stop()
    const lines = readFileSync(journalPath, 'utf8').trim().split('\n')
    const untilLedger = (gateway: string) => lines.findIndex((line) => line.includes(`"gateway":"${gateway}"`)) + 1
    const [afterPush, afterCard] = [untilLedger('mpesa'), untilLedger('stripe')]

    const cut = aJournal()
    const halfPaid = [...lines.slice(0, afterPush), ...lines.slice(afterPush + 1, afterCard), '{"kind":"charge","rec']
    mkdirSync(path.dirname(cut), { recursive: true })
    writeFileSync(cut, halfPaid.join('\n'))

    const after = await startTestSimulator({ journalPath: cut })
    expect(after.control.prompts()).toMatchObject([{ resultCode: '0', receipt: after.ledger.entries()[0]?.receipt }])
    expect(after.control.intents()).toMatchObject([
      { id, status: 'succeeded', latest_charge: after.ledger.entries()[1]?.receipt },
    ])
    expect((await after.merchant.push()).status, 'the half line is no trouble').toBe(200)
  })

  it('keeps the money through its own kill', async () => {
    const journalPath = aJournal()
    const main = path.join(import.meta.dirname, '..', 'main.ts')
    const args = [
      main,
      '--port',
      '0',
      '--journal',
      journalPath,
      '--consumer-key',
      'key',
      '--consumer-secret',
      'secret',
      '--passkey',
      'passkey',
    ]
    const child = spawn(process.execPath, args, {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, NODE_ENV: 'test' },
    })
    onTestFinished(() => void child.kill('SIGKILL'))
    const [greeting] = (await once(child.stdout, 'data')) as [Buffer]
    const url = /http:\/\/127\.0\.0\.1:\d+/.exec(String(greeting))?.[0] ?? ''
    const merchant = new DarajaMerchant(url)
    await merchant.logIn()
    const { body } = await merchant.push()
    const answered = await fetch(`${url}/control/prompts/${body.CheckoutRequestID}/answer`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"code":"0"}',
    })
    expect(answered.status).toBe(200)
    child.kill('SIGKILL')
    await once(child, 'exit')
    const after = await startTestSimulator({ journalPath })
    expect(after.ledger.entries()).toMatchObject([{ id: body.CheckoutRequestID, amountCents: 320_000 }])
  })

  it('keeps nothing from before a reset', async () => {
    const journalPath = aJournal()
    const before = await startTestSimulator({ journalPath })
    const { body } = await before.merchant.push()
    before.control.answerPrompt(body.CheckoutRequestID ?? '', '0')
    before.control.reset()
    await before.stop()
    const after = await startTestSimulator({ journalPath })
    expect([after.ledger.entries(), after.control.prompts()]).toEqual([[], []])
  })
})
