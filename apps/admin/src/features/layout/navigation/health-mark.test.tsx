import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { FakeAdminApi } from '../../../testing/fake-admin-api.tsx'
import { HealthMark } from './health-mark.tsx'

afterEach(cleanup)

const check = (name: string, state: 'fine' | 'doubtful' | 'broken') => ({
  name,
  part: name,
  state,
  message: '',
  remedy: null,
  page: null,
  operatorOf: null,
  since: null,
})

function show(checks: ReturnType<typeof check>[], isStale = false): void {
  const status = {
    checkedAt: '2026-11-22T09:00:00.000Z',
    isStale,
    checks,
    past: [],
    pastTotal: 0,
    jobs: [],
    processes: [],
  }
  render(
    <FakeAdminApi answers={{ 'admin.health': { status: () => status } }}>
      <p>
        Health
        <HealthMark />
      </p>
    </FakeAdminApi>,
  )
}

it('counts what is wrong beside the way to it', async () => {
  show([check('disk', 'broken'), check('emails', 'doubtful'), check('database', 'fine')])
  expect(await screen.findByText(/2 problems/)).toBeTruthy()
})

it('counts checks that are not made as a problem', async () => {
  show([check('database', 'fine')], true)
  expect(await screen.findByText(/1 problem$/)).toBeTruthy()
})

it('is not there while all is well', async () => {
  show([check('database', 'fine')])
  expect((await screen.findByText('Health')).textContent).toBe('Health')
})
