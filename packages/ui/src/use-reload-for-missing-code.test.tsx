import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { latePart, type MissingPartProps } from './late-part.tsx'
import { useReloadForMissingCode } from './use-reload-for-missing-code.ts'

const shop = vi.fn<typeof fetch>()
const reload = vi.fn()

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('fetch', shop)
  vi.stubGlobal('location', { reload })
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.resetAllMocks()
})

const away = async () => Promise.reject(new TypeError('Failed to fetch'))
const answers = async () => new Response()

function Missing(props: MissingPartProps) {
  useReloadForMissingCode(props)
  return 'Not here.'
}

/** A part whose code the browser remembers to have failed. */
async function showMissingPart() {
  const Late = latePart(async () => Promise.reject(new TypeError('Failed to fetch dynamically imported module')), {
    Missing,
  })
  const page = render(<Late />)
  await act(async () => vi.advanceTimersByTimeAsync(0))
  expect(screen.getByText('Not here.')).toBeDefined()
  return page
}

describe('code that cannot be loaded', () => {
  it('is had by a new document where the shop answers', async () => {
    shop.mockImplementation(answers)
    await showMissingPart()
    expect(reload).toHaveBeenCalledOnce()
  })

  it('is had once the shop answers, however long the network says nothing', async () => {
    shop.mockImplementation(away)
    await showMissingPart()
    await act(async () => vi.advanceTimersByTimeAsync(300_000))
    expect(shop.mock.calls.length).toBeLessThan(20)
    expect(reload).not.toHaveBeenCalled()

    shop.mockImplementation(answers)
    await act(async () => vi.advanceTimersByTimeAsync(30_000))
    expect(reload).toHaveBeenCalledOnce()
  })

  it('is asked for at once when the connection returns', async () => {
    shop.mockImplementation(away)
    await showMissingPart()
    shop.mockImplementation(answers)
    await act(async () => {
      dispatchEvent(new Event('online'))
      await vi.advanceTimersByTimeAsync(0)
    })
    expect(reload).toHaveBeenCalledOnce()
  })

  it('is not asked for once the page has gone', async () => {
    shop.mockImplementation(away)
    const page = await showMissingPart()
    page.unmount()
    shop.mockImplementation(answers)
    await act(async () => vi.advanceTimersByTimeAsync(60_000))
    expect(reload).not.toHaveBeenCalled()
  })
})
