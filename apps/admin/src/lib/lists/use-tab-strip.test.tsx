import { Tabs } from '@marashi/ui/tabs'
import { cleanup, render } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { shellCopy } from '../../copy/shell.ts'
import '../../testing/browser-gaps.ts'
import { useTabStrip } from './use-tab-strip.ts'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

function Example({ chosen, count }: { chosen: string; count: string }) {
  const wordsOf = (key: string) => `${key}${count}`
  return (
    <Tabs
      strip={useTabStrip(wordsOf(chosen))}
      label="Orders by status"
      tabs={['All', 'Not paid yet'].map((key) => ({ key, label: wordsOf(key), content: key }))}
      selected={chosen}
      onSelect={() => undefined}
      failed={shellCopy.failedPart}
    />
  )
}

it('brings the chosen one of many tabs into sight, also where its count comes later', () => {
  const seen: (string | null)[] = []
  vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(function (this: Element) {
    seen.push(this.textContent)
    return Promise.resolve() as unknown as undefined
  })
  const { rerender } = render(<Example chosen="Not paid yet" count="" />)
  rerender(<Example chosen="Not paid yet" count=" (120)" />)
  rerender(<Example chosen="All" count=" (120)" />)
  // Nothing has changed: a strip that the owner has just moved stays where it is.
  rerender(<Example chosen="All" count=" (120)" />)
  expect(seen).toEqual(['Not paid yet', 'Not paid yet (120)', 'All (120)'])
})
