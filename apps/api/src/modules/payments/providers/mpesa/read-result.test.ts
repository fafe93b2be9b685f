import { expect, it } from 'vitest'
import { readDarajaResult } from './read-result.ts'

it('holds no NUL, which PostgreSQL cannot store', () => {
  const body = JSON.stringify({
    Result: {
      ResultCode: '9999',
      ResultDesc: 'no\u0000thing',
      TransactionID: 'TKR\u00001',
      ResultParameters: { ResultParameter: { Key: 'ReceiptNo', Value: 'TKP\u00001' } },
    },
  })
  const result = readDarajaResult(body)
  expect(result).toMatchObject({ code: '9999', text: 'nothing', transactionId: 'TKR1' })
  expect(result?.parameter('ReceiptNo')).toBe('TKP1')
})
