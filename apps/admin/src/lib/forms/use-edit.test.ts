import type { CallContext } from '@marashi/api-client/browser-link'
import { renderHook } from '@testing-library/react'
import { TRPCClientError } from '@trpc/client'
import { expect, it, vi } from 'vitest'
import { refusal } from '../../testing/fake-admin-api.tsx'
import { useEdit } from './use-edit.ts'

type Edit = { name: string; updatedAt: string }

/** A shop of one record that knows its version, and repeats its answers. `loses` says how the next requests get lost. */
function show(...loses: ('answer' | 'request' | undefined)[]) {
  let stored = { name: 'Oud', updatedAt: '0' }
  const answers = new Map<string | undefined, Edit>()
  const names: string[] = []
  const store = (edit: Edit, key: string | undefined) => {
    const before = answers.get(key)
    if (before) return before
    if (edit.updatedAt !== stored.updatedAt) throw refusal(409, 'Somebody has saved', {}, 'STALE')
    stored = { name: edit.name, updatedAt: String(Number(stored.updatedAt) + 1) }
    names.push(edit.name)
    answers.set(key, stored)
    return stored
  }
  const send = vi.fn(async (edit: Edit, { context }: { context: CallContext }) => {
    const lost = loses.shift()
    const answer = lost === 'request' ? undefined : store(edit, context.idempotencyKey)
    if (lost || !answer) throw TRPCClientError.from(new TypeError('Failed to fetch'))
    return answer
  })
  const { result } = renderHook(() => useEdit(send))
  const save = (name: string) => result.current({ name, updatedAt: '0' })
  return { save, send, names, saveElsewhere: (name: string) => store({ ...stored, name }, undefined) }
}

it('saves once what is saved again because its answer was lost', async () => {
  const { save, names } = show('answer')
  await expect(save('Musk')).rejects.toThrow('Failed to fetch')
  expect(await save('Musk')).toEqual({ name: 'Musk', updatedAt: '1' })
  expect(names).toEqual(['Musk'])
})

it('saves what was typed on over the owner’s own edit, whatever was lost in between', async () => {
  const { save, names } = show('answer', 'request', undefined, undefined, undefined, 'answer')
  await expect(save('Musk')).rejects.toThrow('Failed to fetch')
  await expect(save('Musk A')).rejects.toThrow('Failed to fetch')
  await expect(save('Musk Am')).rejects.toThrow('Failed to fetch')
  expect(await save('Musk Amber')).toEqual({ name: 'Musk Amber', updatedAt: '3' })
  expect(names).toEqual(['Musk', 'Musk Am', 'Musk Amber'])
})

it('overwrites nothing of somebody else, before or after what was lost', async () => {
  for (const lost of ['answer', 'request'] as const) {
    const { save, names, saveElsewhere } = show(lost)
    await expect(save('Musk')).rejects.toThrow('Failed to fetch')
    saveElsewhere('Amber')
    await expect(save('Musk Oud')).rejects.toThrow('Somebody has saved')
    expect(names.at(-1)).toBe('Amber')
  }
})
