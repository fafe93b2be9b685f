import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { Dialog } from './dialog.tsx'
import { dismissErrors, loadToasts, Toaster, toast } from './toast.tsx'

// What a swipe asks of the browser and jsdom does not know.
beforeAll(() => {
  Element.prototype.hasPointerCapture = () => false
  return loadToasts()
})
afterEach(async () => {
  for (const button of screen.queryAllByRole('button', { name: 'Close' })) await userEvent.click(button)
  cleanup()
})

const close = () => userEvent.click(screen.getByRole('button', { name: 'Close' }))

describe('one toast at a time', () => {
  it('shows the newer of two success messages', async () => {
    render(<Toaster />)
    toast({ title: 'Added Oud' })
    toast({ title: 'Added Rose' })
    expect(await screen.findByText('Added Rose')).toBeDefined()
    expect(screen.queryByText('Added Oud')).toBeNull()
  })

  it('keeps an error and shows the success message after it', async () => {
    render(<Toaster />)
    toast({ title: 'Order failed', variant: 'destructive' })
    toast({ title: 'Added Rose' })
    expect(await screen.findByText('Order failed')).toBeDefined()
    expect(screen.queryByText('Added Rose')).toBeNull()
    await close()
    expect(await screen.findByText('Added Rose')).toBeDefined()
  })

  it('lets a newer error take the place of an older one', async () => {
    render(<Toaster />)
    toast({ title: 'First failure', variant: 'destructive' })
    toast({ title: 'Second failure', variant: 'destructive' })
    expect(await screen.findByText('Second failure')).toBeDefined()
    expect(screen.queryByText('First failure')).toBeNull()
  })
})

describe('an error that is tried again', () => {
  it('goes, and what it held back comes', async () => {
    render(<Toaster />)
    toast({ title: 'Order failed', variant: 'destructive' })
    toast({ title: 'Added Rose' })
    await screen.findByText('Order failed')
    act(dismissErrors)
    expect(await screen.findByText('Added Rose')).toBeDefined()
    expect(screen.queryByText('Order failed')).toBeNull()
  })

  it('takes no success message with it', async () => {
    render(<Toaster />)
    toast({ title: 'Added Rose' })
    await screen.findByText('Added Rose')
    act(dismissErrors)
    expect(screen.getByText('Added Rose')).toBeDefined()
  })
})

describe('a toast', () => {
  it('gives the page the height it takes, as long as it is shown', async () => {
    const height = () => document.documentElement.style.getPropertyValue('--toast-height')
    render(<Toaster />)
    toast({ title: 'Added Oud' })
    await screen.findByText('Added Oud')
    // Without a layout only the margins are there.
    expect(height()).toBe('16px')
    await close()
    await waitFor(() => expect(height()).toBe(''))
  })

  it('takes no press that began before it came, and lets it through only where nothing was', async () => {
    const takes = (title: string) => screen.getByText(title).closest('li')?.dataset.presses ?? 'all'
    const longEnough = () => new Promise((resolve) => setTimeout(resolve, 600))
    render(<Toaster />)
    // A finger may stay as long as it likes; a mouse would be taken for gone after a while.
    fireEvent.pointerDown(document.body, { pointerType: 'touch' })
    toast({ title: 'Packed' })
    await screen.findByText('Packed')
    await longEnough()
    expect(takes('Packed')).toBe('through')
    fireEvent.pointerUp(document.body)
    await waitFor(() => expect(takes('Packed')).toBe('all'))
    toast({ title: 'Sent out' })
    await screen.findByText('Sent out')
    expect(takes('Sent out')).toBe('none')
    await waitFor(() => expect(takes('Sent out')).toBe('all'))
  })

  it('does not wait for a mouse that never tells that it was let go', async () => {
    render(<Toaster />)
    fireEvent.pointerDown(document.body)
    toast({ title: 'Packed' })
    const card = (await screen.findByText('Packed')).closest('li')
    await waitFor(() => expect(card?.dataset.presses).toBeUndefined(), { timeout: 3_000 })
  })

  it('is shown at once where another lasts, which comes back after it', async () => {
    render(<Toaster />)
    const dismissLasting = toast({ title: 'No answer', variant: 'destructive', isLasting: true })
    const dismiss = toast({ title: 'Added Oud' })
    expect(await screen.findByText('Added Oud')).toBeDefined()
    act(() => dismiss())
    expect(await screen.findByText('No answer')).toBeDefined()
    const dismissNext = toast({ title: 'Added Rose' })
    expect(await screen.findByText('Added Rose')).toBeDefined()
    act(() => dismissLasting())
    act(() => dismissNext())
    await waitFor(() => expect(screen.queryByText('No answer')).toBeNull())
  })

  it('goes by itself, but not where what it says lasts', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    render(<Toaster />)
    toast({ title: 'Added Oud' })
    await screen.findByText('Added Oud')
    act(() => void vi.advanceTimersByTime(6_000))
    expect(screen.queryByText('Added Oud')).toBeNull()
    const dismiss = toast({ title: 'No answer', isLasting: true })
    await screen.findByText('No answer')
    act(() => void vi.advanceTimersByTime(60_000))
    expect(screen.getByText('No answer')).toBeDefined()
    act(dismiss)
    expect(screen.queryByText('No answer')).toBeNull()
    vi.useRealTimers()
  })

  it('goes when it is closed', async () => {
    render(<Toaster />)
    toast({ title: 'Added Oud', description: 'It lies in your cart' })
    expect(await screen.findByText('It lies in your cart')).toBeDefined()
    await close()
    await waitFor(() => expect(screen.queryByText('Added Oud')).toBeNull())
  })

  it('offers its action and goes when it is taken', async () => {
    const onAction = vi.fn()
    render(<Toaster />)
    toast({ title: 'Removed', action: { label: 'Undo', altText: 'Add it again', onAction } })
    await userEvent.click(await screen.findByRole('button', { name: 'Undo' }))
    expect(onAction).toHaveBeenCalledOnce()
    await waitFor(() => expect(screen.queryByText('Removed')).toBeNull())
  })

  it('that comes over an open dialog is there for a screen reader, while the page behind stays hidden', async () => {
    render(
      <>
        <main>Orders</main>
        <Toaster />
        <Dialog isOpen onClose={() => {}} title="Order MR1">
          Packed
        </Dialog>
      </>,
    )
    expect(screen.queryByRole('main')).toBeNull()
    toast({ title: 'Removed', action: { label: 'Undo', altText: 'Add it again', onAction: () => {} } })
    expect(await screen.findByRole('button', { name: 'Undo' })).toBeDefined()
    expect(screen.queryByRole('main')).toBeNull()
  })

  it('can be shown before the page has a place for it', async () => {
    toast({ title: 'Early' })
    render(<Toaster />)
    expect(await screen.findByText('Early')).toBeDefined()
  })
})
