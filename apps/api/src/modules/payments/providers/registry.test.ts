import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { paymentProviders } from './registry.ts'

const payments = path.dirname(import.meta.dirname)
// They answer the columns that clients and screens read, whose names are as they were promised.
const withPromisedColumns = ['payment.entity.ts', 'records/payment-row.ts']

it('is where a provider is added: nothing in payments outside providers/ names one', () => {
  const names = paymentProviders().flatMap(({ method, name }) => [method, name])
  const named = new RegExp(names.join('|'), 'i')
  const files = readdirSync(payments, { recursive: true, encoding: 'utf8' }).filter(
    (file) =>
      file.endsWith('.ts') &&
      !file.endsWith('.test.ts') &&
      !file.startsWith('providers') &&
      !withPromisedColumns.includes(file.replaceAll(path.sep, '/')),
  )
  expect(files.length).toBeGreaterThan(20)
  expect(files.filter((file) => named.test(readFileSync(path.join(payments, file), 'utf8')))).toEqual([])
})
