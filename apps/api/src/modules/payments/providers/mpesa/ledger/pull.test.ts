import { expect, it } from 'vitest'
import { darajaPull } from './pull.ts'

const period = { from: new Date('2026-11-20T00:00:00+03:00'), until: new Date('2026-11-21T00:00:00+03:00') }
const rows = Array.from({ length: 25 }, (_, at) => ({
  transactionId: `TKP${String(at).padStart(7, '0')}`,
  trxDate: '2026-11-20 23:59:59',
  msisdn: '2547 ***** 678',
  sender: 'AMINA',
  transactiontype: 'c2b-pay-bill',
  billreference: 'MR1001',
  amount: '4500.0',
  organizationname: 'Marashi',
}))

/** A Daraja whose list has `rows`, ten at a time, by a rule of its own for what the offset means. */
function pullOf(answer: (offset: number) => unknown) {
  const asked: object[] = []
  const pull = darajaPull(
    { shortcode: '174379', nominatedNumber: '254712345678', callbackUrl: 'https://shop.test/api/hooks/pull' },
    async (path, body) => {
      asked.push(body)
      if (path.endsWith('/register')) return { ResponseStatus: '1001', ResponseDescription: 'already registered' }
      return answer(Number((body as { OffSetValue: string }).OffSetValue)) as Record<string, unknown>
    },
  )
  return { pull, asked }
}
const listed = (page: unknown[]) => ({ ResponseCode: '1000', ResponseMessage: 'Success', Response: [page] })
async function allOf({ pull }: ReturnType<typeof pullOf>) {
  const lines = []
  for await (const page of pull.between(period)) lines.push(...page)
  return lines
}

it.each([
  ['rows', (offset: number) => listed(rows.slice(offset, offset + 10))],
  ['pages', (offset: number) => listed(rows.slice(offset * 10, offset * 10 + 10))],
  ['nothing at all', () => listed(rows)],
])('lists every payment once where the offset counts %s', async (_what, answer) => {
  const lines = await allOf(pullOf(answer))
  expect(lines.map(({ reference }) => reference)).toEqual(rows.map(({ transactionId }) => transactionId))
  expect(lines[0]).toMatchObject({
    kind: 'payment',
    amountCents: 450_000,
    occurredAt: new Date('2026-11-20T20:59:59Z'),
    account: 'MR1001',
    payerPhone: '2547 ***** 678',
  })
})

it('asks in Nairobi’s time, and registers once', async () => {
  const harness = pullOf(() => ({ ResponseCode: '1001', ResponseMessage: 'none', Response: '[[]]' }))
  expect([...(await allOf(harness)), ...(await allOf(harness))]).toEqual([])
  const query = {
    ShortCode: '174379',
    StartDate: '2026-11-20 00:00:00',
    EndDate: '2026-11-21 00:00:00',
    OffSetValue: '0',
  }
  expect(harness.asked).toEqual([expect.objectContaining({ RequestType: 'Pull' }), query, query])
})

it('reads a list that comes as text', async () => {
  const text = { ResponseCode: '1000', Response: JSON.stringify([rows.slice(0, 2)]) }
  expect(await allOf(pullOf(() => text))).toHaveLength(2)
})

it.each([
  ['a row without an amount', () => listed([{ ...rows[0], amount: null }])],
  ['a time that is none', () => listed([{ ...rows[0], trxDate: 'yesterday' }])],
  ['another code', () => ({ ResponseCode: '1002', ResponseMessage: 'busy' })],
  ['no list', () => ({ ResponseCode: '1000', Response: 'soon' })],
])('fails whole with %s', async (_what, answer) => {
  await expect(allOf(pullOf(answer))).rejects.toThrow()
})
