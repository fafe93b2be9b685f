import { createMemoryHistory } from '@tanstack/react-router'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { AskBeforeLeaving } from '../../../lib/forms/unsaved-question.tsx'
import { FakeAdminApi } from '../../../testing/fake-admin-api.tsx'
import { usePressedNotice } from './use-pressed-notice.ts'

const serviceWorker = new EventTarget()
beforeEach(() => vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { serviceWorker })))
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

async function press({ isDirty }: { isDirty: boolean }) {
  const history = createMemoryHistory({ initialEntries: ['/products'] })
  const Page = () => {
    usePressedNotice()
    return (
      <>
        <AskBeforeLeaving isDirty={isDirty} />
        <p>Page</p>
      </>
    )
  }
  render(
    <FakeAdminApi answers={{}} history={history}>
      <Page />
    </FakeAdminApi>,
  )
  await screen.findByText('Page')
  const answer = vi.fn()
  const ports = [{ postMessage: answer }]
  serviceWorker.dispatchEvent(new MessageEvent('message', { data: 'of somebody else' }))
  const data = { noticePath: '/admin/orders?order=MR100001' }
  serviceWorker.dispatchEvent(Object.defineProperty(new MessageEvent('message', { data }), 'ports', { value: ports }))
  expect(answer).toHaveBeenCalledOnce()
  return history
}

it('goes where a notice leads', async () => {
  const history = await press({ isDirty: false })
  await waitFor(() => expect(history.location.href).toBe('/orders?order=MR100001'))
})

it('asks first where something is typed and not saved', async () => {
  const history = await press({ isDirty: true })
  await userEvent.click(await screen.findByRole('button', { name: 'Keep editing' }))
  expect(history.location.href).toBe('/products')
})
