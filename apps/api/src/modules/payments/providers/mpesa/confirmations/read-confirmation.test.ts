import { describe, expect, it } from 'vitest'
import { confirmationBody } from '../../../../../testing/confirmation-harness.ts'
import { readConfirmation } from './read-confirmation.ts'

const own = ['174379', '5123456', undefined]
const read = (change: Record<string, unknown>) => readConfirmation(JSON.stringify(confirmationBody(change)), own)

describe('a confirmation', () => {
  it('says who paid what to which account, and when', () => {
    const TransTime = '20261121101520'
    expect(read({ TransID: 'tkc00 00a1z', TransTime, BillRefNumber: ' mr-10 ', MiddleName: 'W' })).toEqual({
      line: {
        reference: 'TKC0000A1Z',
        kind: 'payment',
        amountCents: 450_000,
        occurredAt: new Date('2026-11-21T07:15:20Z'),
        account: 'mr-10',
        payerName: 'AMINA W OTIENO',
        payerPhone: '2547 ***** 678',
        description: 'Pay Bill',
      },
    })
  })

  it.each([
    ['numbers instead of text', { TransAmount: 4500, TransTime: 20_261_121_101_520, BusinessShortCode: 174_379 }],
    ['a till', { TransactionType: 'Customer Merchant Payment', BusinessShortCode: '5123456' }],
    ['a till as documented', { TransactionType: 'Buy Goods' }],
    ['the sandbox’s own names', { TransactionType: 'CustomerPayBillOnline' }],
    ['a hashed phone', { MSISDN: 'fcf37265bb4d8d0a3e0d3d2c6a6a5d0d4e7c8b9a' }],
    ['no names at all', { FirstName: undefined, MiddleName: null, LastName: undefined, MSISDN: undefined }],
    ['thousands with a comma', { TransAmount: '4,500.00' }],
  ])('may come with %s', (_what, change) => {
    expect(read(change)).toEqual({
      line: expect.objectContaining({ kind: 'payment', amountCents: 450_000 }),
    })
    expect(read(change)).not.toHaveProperty('line.isLeftToOwner')
  })

  it.each([
    ['a settlement', { TransactionType: 'Organization Settlement Account' }, 'other'],
    ['a transfer to the bank', { TransactionType: 'Business Transfer' }, 'other'],
    ['money that went out', { TransAmount: '-20.00' }, 'other'],
    ['a type that nobody has seen', { TransactionType: 'Pochi la Biashara' }, 'payment'],
    ['another business’s number', { BusinessShortCode: '600000' }, 'payment'],
  ])('of %s never pays an order by itself', (_what, change, kind) => {
    expect(read(change)).toMatchObject({ line: { kind, isLeftToOwner: true }, why: expect.any(String) })
  })

  it.each([
    ['no receipt', { TransID: ' ' }],
    ['no amount', { TransAmount: '' }],
    ['an amount that is none', { TransAmount: 'ten' }],
    ['a time that is none', { TransTime: 'yesterday' }],
    ['an object for a receipt', { TransID: {} }],
  ])('with %s is not read', (_what, change) => {
    expect(read(change)).toBe('unreadable')
  })

  it('that is no JSON is not read', () => {
    expect(readConfirmation('<html>', own)).toBe('unreadable')
    expect(readConfirmation('[]', own)).toBe('unreadable')
  })
})
