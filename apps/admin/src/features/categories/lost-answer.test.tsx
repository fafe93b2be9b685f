import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { FakeAdminApi, refusal } from '../../testing/fake-admin-api.tsx'
import { makeCategory } from '../../testing/records.ts'
import { CategoryFormDialog } from './category-form-dialog.tsx'

afterEach(cleanup)

it('saves what is typed on after an edit whose answer was lost, and calls nobody else', async () => {
  const category = makeCategory({ name: 'Oud' })
  const keys: (string | undefined)[] = []
  const newer = '2026-11-21T07:00:00.000Z'
  const update = vi.fn(({ name, updatedAt }: { name?: string | undefined; updatedAt?: string | undefined }) => {
    if (keys.length === 1) throw new Error('Failed to fetch')
    const isRepeated = keys[0] !== undefined && keys.at(-1) === keys[0]
    if (!isRepeated && updatedAt !== newer) throw refusal(409, 'Somebody has saved this category.', {}, 'STALE')
    return { ...category, name: name ?? category.name, updatedAt: newer }
  })
  const onClose = vi.fn()
  render(
    <FakeAdminApi
      answers={{ 'admin.categories': { update: update as never } }}
      onCall={(path, { idempotencyKey }) => path === 'admin.categories.update' && keys.push(idempotencyKey)}
    >
      <CategoryFormDialog category={category} onClose={onClose} onReload={() => undefined} />
    </FakeAdminApi>,
  )
  const save = await screen.findByRole('button', { name: 'Save Changes' })
  await userEvent.type(screen.getByLabelText('Name'), ' woods')
  await userEvent.click(save)
  await screen.findByRole('alert')
  await userEvent.type(screen.getByLabelText('Name'), ' and more')
  await userEvent.click(save)
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  expect(update.mock.lastCall).toMatchObject([{ name: 'Oud woods and more', updatedAt: newer }])
})
