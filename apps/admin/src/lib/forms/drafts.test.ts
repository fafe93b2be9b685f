import { fireEvent } from '@testing-library/react'
import { expect, it } from 'vitest'
import { draftOf, keepDraft } from './drafts.ts'

/** Whether the browser would ask before the tab is closed. */
const asksBeforeClosing = () => !fireEvent(window, new Event('beforeunload', { cancelable: true }))

it('has the browser ask before the tab is closed with what was typed and not sent', () => {
  expect(asksBeforeClosing()).toBe(false)
  keepDraft('MR100001', 'Call before noon ')
  expect([draftOf('MR100001'), asksBeforeClosing()]).toEqual(['Call before noon ', true])
  keepDraft('MR100001', ' ')
  expect([draftOf('MR100001'), asksBeforeClosing()]).toEqual(['', false])
})
