import { expect, it } from 'vitest'
import { z } from 'zod'
import { makeRecord } from './make-record.ts'

const contract = z.object({
  name: z.string(),
  note: z.string().nullable(),
  count: z.int().min(0),
  isNew: z.boolean(),
  price: z.int().min(1),
})

it('fills in what is missing with nothing', () => {
  expect(makeRecord(contract, { name: 'Oud', price: 5 })).toEqual({
    name: 'Oud',
    note: null,
    count: 0,
    isNew: false,
    price: 5,
  })
})

it('keeps what is given', () => {
  expect(makeRecord(contract, { price: 5, note: 'Rare', count: 2, isNew: true })).toMatchObject({
    note: 'Rare',
    count: 2,
    isNew: true,
  })
})

it('makes no record that the contract refuses', () => {
  expect(() => makeRecord(contract, { name: 'Oud' })).toThrow(z.ZodError)
  expect(() => makeRecord(contract, { price: 0 })).toThrow(z.ZodError)
})
