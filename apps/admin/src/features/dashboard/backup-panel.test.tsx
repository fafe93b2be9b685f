import type { BackupStatus } from '@marashi/domain/contracts/admin-backups'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { FakeAdminApi } from '../../testing/fake-admin-api.tsx'
import { BackupPanel } from './backup-panel.tsx'

afterEach(cleanup)

const last = {
  madeAt: '2026-11-22T00:00:00.000Z',
  provenAt: '2026-11-22T00:01:00.000Z',
  place: 's3://safe/marashi',
  bytes: 12_340_000,
}
const good: BackupStatus = { isOn: true, isKeyOnlyHere: false, last, lastFailure: null, isOverdue: false }

async function show(change: Partial<BackupStatus>): Promise<string> {
  render(
    <FakeAdminApi answers={{ 'admin.backups': { status: () => ({ ...good, ...change }) } }}>
      <BackupPanel />
    </FakeAdminApi>,
  )
  const region = await screen.findByRole('region', { name: 'Backup' })
  await expect.poll(() => region.textContent).not.toBe('Backup')
  return region.textContent ?? ''
}

it('says when the shop was last backed up and proven, and where the backup is', async () => {
  const text = await show({})
  expect(text).toMatch(/Backed up on Nov 22, 2026 03:00/)
  expect(text).toMatch(/proven on Nov 22, 2026 03:01, 12.3 MB, s3:\/\/safe\/marashi/)
  expect(text).not.toMatch(/two days|key/)
})

it('says that the last backup is too old, and why', async () => {
  const lastFailure = { at: '2026-11-25T00:00:00.000Z', message: 'The disk is full.' }
  const text = await show({ isOverdue: true, lastFailure })
  expect(text).toMatch(/No proven backup for two days/)
  expect(text).toMatch(/failed on Nov 25, 2026 03:00.*The disk is full\./)
})

it('says that there is none yet, and how to make one', async () => {
  expect(await show({ last: null, isOverdue: true })).toMatch(/no backup yet.*npm run backup/)
})

it('is calm until the first night', async () => {
  expect(await show({ last: null })).toMatch(
    /^BackupThe first backup is made tonight at 03:00, or now with npm run backup\.$/,
  )
})

it('warns of a key that would burn with the machine', async () => {
  expect(await show({ isKeyOnlyHere: true })).toMatch(/key is only on the shop’s own machine/)
})

it('leaves it at that where something else backs the shop up', async () => {
  expect(await show({ isOn: false, last: null })).toMatch(/Something else backs the shop up/)
})

it('does not claim anything that it could not load', async () => {
  render(
    <FakeAdminApi answers={{}}>
      <BackupPanel />
    </FakeAdminApi>,
  )
  expect((await screen.findByRole('alert')).textContent).toMatch(/could not be loaded/)
})
