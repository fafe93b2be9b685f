import { act, cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { FailedPart } from './failed-part.tsx'
import { latePart, type MissingPartProps } from './late-part.tsx'

afterEach(cleanup)

const Missing = (props: MissingPartProps) => <FailedPart words={{ text: 'Not here.', retry: 'Retry' }} {...props} />
const Waiting = () => 'Waiting'
const ReviewForm = ({ product }: { product: string }) => `Review ${product}`

function setUp({ connected }: { connected: boolean }) {
  const connection = { isUp: connected }
  const load = vi.fn(async () => {
    if (!connection.isUp) throw new TypeError('Failed to fetch dynamically imported module')
    return ReviewForm
  })
  const Late = latePart(load, { Waiting, Missing })
  return { connection, load, Late }
}

describe('a part whose code comes late', () => {
  it('shows its placeholder until then', async () => {
    const { Late } = setUp({ connected: true })
    render(<Late product="Oud Zahra" />)
    expect(screen.getByText('Waiting')).toBeDefined()
    expect(await screen.findByText('Review Oud Zahra')).toBeDefined()
  })

  it('is shown at once, also without a connection, when it was preloaded', async () => {
    const { Late, load, connection } = setUp({ connected: true })
    await Promise.all([Late.preload(), Late.preload()])
    connection.isUp = false
    render(<Late product="Oud Zahra" />)
    expect(screen.getByText('Review Oud Zahra')).toBeDefined()
    expect(load).toHaveBeenCalledOnce()
  })

  it('shows that it cannot be loaded, and loads on Retry', async () => {
    const { Late, connection } = setUp({ connected: false })
    render(<Late product="Oud Zahra" />)
    expect((await screen.findByRole('alert')).textContent).toContain('Not here.')
    connection.isUp = true
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
    expect(await screen.findByText('Review Oud Zahra')).toBeDefined()
  })

  it('loads by itself when the connection returns', async () => {
    const { Late, connection } = setUp({ connected: false })
    await Late.preload()
    render(<Late product="Oud Zahra" />)
    expect(screen.getByRole('alert').textContent).toContain('Not here.')
    connection.isUp = true
    act(() => void dispatchEvent(new Event('online')))
    expect(await screen.findByText('Review Oud Zahra')).toBeDefined()
  })
})
