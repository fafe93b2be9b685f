import { describe, expect, it } from 'vitest'
import { readStatement } from './read-statement.ts'

const heading =
  'Receipt No.,Completion Time,Initiation Time,Details,Transaction Status,Paid In,Withdrawn,Balance,Balance Confirmed,Reason Type,Other Party Info,Linked Transaction ID,A/C No.'
const above = [
  'Organization Name,Marashi Ltd',
  'Short Code:,174379',
  'Time Period:,From 20-11-2026 00:00:00 To 20-11-2026 23:59:59',
  '',
]
const payment =
  'TKK1AAAAAA,20-11-2026 23:59:59,20-11-2026 23:59:50,"Pay Bill from 2547****678 - AMINA, O Acc. MR1001",Completed,"4,500.00",,"10,000.00",true,Pay Bill Online,2547****678 - AMINA OTIENO,,MR1001'
const charge = 'TKK1AAAAAA,20-11-2026 23:59:59,,Pay Bill Charge,Completed,,-24.75,,true,Pay Bill Charge,,,'
const now = new Date('2026-11-21T08:00:00+03:00')
const read = (rows: string[], { before = above, head = heading, at = now } = {}) =>
  readStatement(Buffer.from([...before, head, ...rows].join('\r\n')), { now: at, shopNumbers: ['174379', '600100'] })

describe('a statement of the portal', () => {
  it('is read by its columns, with charges as fees, Nairobi’s time and the period that it names', async () => {
    const reversal =
      'TKK1BBBBBB,20-11-2026 10:00:00,,Pay Bill Reversal,Completed,,"1,000.00",,true,Pay Bill Reversal,,tkk0cccccc,'
    const bank = 'TKK1DDDDDD,20-11-2026 17:00:00,,Organization Settle to Bank,Completed,,-4000.00,,true,,KCB BANK,,'
    const failed = 'TKK1EEEEEE,20-11-2026 18:00:00,,Pay Bill,Failed,700.00,,,,,,,'
    const { lines, from, until } = await read([payment, charge, reversal, bank, failed])
    expect([from, until]).toEqual([new Date('2026-11-20T00:00:00+03:00'), new Date('2026-11-21T00:00:00+03:00')])
    expect(lines).toMatchObject([
      {
        reference: 'TKK1AAAAAA',
        kind: 'payment',
        amountCents: 450_000,
        feeCents: 2_475,
        netCents: null,
        occurredAt: new Date('2026-11-20T20:59:59Z'),
        account: 'MR1001',
        payerName: 'AMINA OTIENO',
        payerPhone: '2547****678',
      },
      { reference: 'TKK1BBBBBB', kind: 'refund', amountCents: -100_000, relatedReference: 'TKK0CCCCCC' },
      { reference: 'TKK1DDDDDD', kind: 'payout', amountCents: -400_000, feeCents: null },
    ])
    expect(lines).toHaveLength(3)
  })

  it.each([
    ['a byte order mark', `\uFEFF${heading}`, payment],
    [
      'semicolons',
      heading.replaceAll(',', ';'),
      'TKK1AAAAAA;20-11-2026 23:59:59;;Pay Bill;Completed;4.500,00;;;true;Pay Bill Online;2547****678 - AMINA OTIENO;;MR1001',
    ],
    [
      'tabs',
      heading.replaceAll(',', '\t'),
      'TKK1AAAAAA\t2026-11-20 23:59:59\t\tPay Bill\tCompleted\t4500\t\t\ttrue\tPay Bill Online\t2547****678 - AMINA OTIENO\t\tMR1001',
    ],
    [
      'another order of columns, and names in capitals',
      'A/C NO.,PAID IN,WITHDRAWN,TRANSACTION STATUS,DETAILS,COMPLETION TIME,RECEIPT NO,OTHER PARTY INFO',
      'MR1001,Ksh 4500.00,,COMPLETED,Pay Bill,20/11/2026 23:59:59,tkk1aaaaaa,2547****678 - AMINA OTIENO',
    ],
  ])('may have %s', async (_what, head, row) => {
    const { lines } = await read([row], { before: head.startsWith('\uFEFF') ? [] : above, head })
    expect(lines).toMatchObject([
      {
        reference: 'TKK1AAAAAA',
        amountCents: 450_000,
        occurredAt: new Date('2026-11-20T20:59:59Z'),
        account: 'MR1001',
        payerName: 'AMINA OTIENO',
      },
    ])
  })

  it.each([
    ['Pay Bill from 2547****678 - JANE SLOAN Acc. MR1001', 'payment'],
    ['Pay Bill from 2547****678 - PETER BANKS Acc. loan', 'payment'],
    ['Customer Merchant Payment from 2547****678 - FLOAT DEPOSIT', 'payment'],
    ['Organization Settle to Bank', 'other'],
    ['Funds transfer from 600100 - MARASHI', 'other'],
  ])('tells a sale by its own words where no reason is named: %s', async (details, kind) => {
    const { lines } = await read([`TKK1AAAAAA,20-11-2026 23:59:59,,"${details}",Completed,4500.00,,,true,,,,`])
    expect(lines).toMatchObject([{ kind, description: details }])
  })

  it('covers no more than its own lines prove where it names no period, or one that was not over when it was read', async () => {
    const own = await read([payment.replace('23:59:59', '12:00:00')], { before: [] })
    expect([own.from, own.until]).toEqual([
      new Date('2026-11-20T12:00:00+03:00'),
      new Date('2026-11-20T12:00:01+03:00'),
    ])
    const month = await read([payment], { before: ['Time Period:,From 01-11-2026 To 30-11-2026'] })
    expect([month.from, month.until]).toEqual([
      new Date('2026-11-01T00:00:00+03:00'),
      new Date('2026-11-20T23:50:00+03:00'),
    ])
    const day = ['Time Period:,From 20-11-2026 To 20-11-2026']
    const midnight = new Date('2026-11-21T00:00:00+03:00')
    const soonAfter = new Date('2026-11-21T00:09:59+03:00')
    expect((await read([payment], { before: day, at: soonAfter })).until).toEqual(new Date('2026-11-20T23:50:00+03:00'))
    expect((await read([payment], { before: day })).until).toEqual(midnight)
  })

  it('has a doubled row once', async () => {
    expect((await read([payment, payment])).lines).toHaveLength(1)
  })

  it('keeps a charge whose payment is in another file', async () => {
    expect((await read([charge])).lines).toMatchObject([
      { reference: 'TKK1AAAAAA-FEE', kind: 'fee', amountCents: -2_475, relatedReference: 'TKK1AAAAAA' },
    ])
  })

  it.each([
    ['no table', () => read([], { head: 'nothing' }), 'Receipt No., Completion Time'],
    [
      'no column of amounts',
      () => read([], { head: heading.replace('Paid In,', '') }),
      'column paidIn is missing in row 5',
    ],
    [
      'an amount that is none',
      () => read([payment, payment.replace('"4,500.00"', 'abc')]),
      'Row 7: "abc" is no amount',
    ],
    [
      'a decimal comma between tabs',
      () =>
        read(['TKK1AAAAAA\t2026-11-20 23:59:59\t\tPay Bill\tCompleted\t4500,00\t\t\ttrue\t\t\t\t'], {
          head: heading.replaceAll(',', '\t'),
        }),
      'Row 6: "4500,00" is no amount as M-Pesa writes it (4,500.00)',
    ],
    [
      'a decimal comma between commas',
      () => read([payment.replace('"4,500.00"', '"4500,00"')]),
      'Row 6: "4500,00" is no amount',
    ],
    [
      'points between thousands, and a decimal comma',
      () => read([payment.replace('4,500.00', '4.500,00')]),
      'is no amount',
    ],
    ['commas anywhere', () => read([payment.replace('4,500.00', '4,50,0.00')]), 'is no amount'],
    ['two amounts', () => read([payment.replace('"4,500.00",', '"4,500.00",5')]), 'Row 6 must have an amount'],
    ['no amount', () => read([payment.replace('"4,500.00"', '')]), 'Row 6 must have an amount'],
    ['no receipt', () => read([payment.replace('TKK1AAAAAA', '')]), 'Row 6 has no receipt'],
    ['a day that is none', () => read([payment.replaceAll('20-11-2026', '31-11-2026')]), 'is no time'],
    ['a day without a time', () => read([payment.replace('20-11-2026 23:59:59', '20-11-2026')]), 'is no time'],
    ['a status of tomorrow', () => read([payment.replace('Completed', 'Teleported')]), 'status "Teleported"'],
    ['one receipt for two amounts', () => read([payment, payment.replace('4,500', '4,600')]), 'Rows 6 and 7'],
    ['a quote without an end', () => read([payment, '"TKK1FFFFFF,20-11-2026']), 'cannot be told apart'],
    ['another shop’s number', () => read([payment], { before: ['Short Code:,999999'] }), 'number 999999'],
    ['nothing that happened', () => read([payment.replace('Completed', 'Failed')]), 'no completed transaction'],
    ['rows of next week', () => read([payment.replaceAll('20-11-2026', '29-11-2026')]), 'still to come'],
  ])('is refused whole with %s', async (_what, reading, message) => {
    await expect(reading()).rejects.toMatchObject({ code: 'BAD_REQUEST', message: expect.stringContaining(message) })
  })
})
