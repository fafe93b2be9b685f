import type { AnyProcedure } from '@trpc/server'
import { describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { appRouter } from '../../router.ts'
import { nameMissingFields } from '../name-missing-fields.ts'
import { inputOf } from './procedure-input.ts'

nameMissingFields()

type Inner = { [part in 'innerType' | 'in' | 'out' | 'element']?: z.ZodType } & {
  shape?: Record<string, z.ZodType>
  options?: z.ZodType[]
}

/** Every object that an input holds, with the name of its place. */
function objectsIn(schema: unknown, name: string): [string, z.ZodObject][] {
  const inner = (schema as z.ZodType | undefined)?._zod.def as Inner | undefined
  if (!inner) return []
  if (inner.shape) {
    const fields = Object.entries(inner.shape).flatMap(([field, part]) => objectsIn(part, `${name}.${field}`))
    return [[name, schema as z.ZodObject], ...fields]
  }
  const parts = [inner.innerType, inner.in, inner.out, inner.element, ...(inner.options ?? [])]
  return parts.flatMap((part) => objectsIn(part, name))
}

const objects = Object.entries(appRouter._def.procedures as unknown as Record<string, AnyProcedure>).flatMap(
  ([name, procedure]) => objectsIn(inputOf(procedure), name),
)
const messageOf = (schema: z.ZodType, sent: unknown) => schema.safeParse(sent).error?.issues[0]?.message

describe('a field that is left out', () => {
  it('is named in words, whatever the operation', () => {
    const said = objects.flatMap(([name, schema]) =>
      (schema.safeParse({}).error?.issues ?? []).map(({ path, message }) => `${name}.${path.join('.')}: ${message}`),
    )
    expect(said.filter((line) => line.includes(': Invalid '))).toEqual([])
    expect(objects.map(([name]) => name)).toEqual(
      expect.arrayContaining(['checkout.placeOrder.items', 'reviews.submit']),
    )
  })

  it('says the same as an empty one where it is a text that must be filled in, and so does null', () => {
    const others = objects.flatMap(([name, schema]) =>
      Object.entries(schema.shape as Record<string, z.ZodType>).flatMap(([field, text]) => {
        const [missing, none, empty] = [undefined, null, ''].map((sent) => messageOf(text, sent))
        const isFilledIn = missing && empty && !/^(Invalid|Too small)/.test(empty)
        return isFilledIn && (missing !== empty || none !== empty)
          ? [`${name}.${field}: ${missing}, ${none}, ${empty}`]
          : []
      }),
    )
    expect(others).toEqual([])
  })

  it('is not what is said of a text that is too long', () => {
    const required = objects.flatMap(([name, schema]) =>
      Object.entries(schema.shape as Record<string, z.ZodType>).flatMap(([field, text]) => {
        const [missing, short, long] = [undefined, 'text', 'x'.repeat(100_001)].map((sent) => messageOf(text, sent))
        const isWrong = !short && missing === long && long?.includes('required')
        return isWrong ? [`${name}.${field}: ${long}`] : []
      }),
    )
    expect(required).toEqual([])
  })
})

it('a list that is left out is named with its place', () => {
  const [, order] = objects.find(([name]) => name === 'checkout.placeOrder') ?? []
  const issues = order?.safeParse({ order: {} }).error?.issues.map(({ message }) => message)
  expect(issues).toEqual(
    expect.arrayContaining(['items is required', 'order.total is required', 'Address is required']),
  )
})
