import { useLocation } from '@tanstack/react-router'
import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, describe, expect, it } from 'vitest'
import { FakeAdminApi } from '../../testing/fake-admin-api.tsx'
import { awaitsRows } from './last-page.ts'
import { ListPages } from './list-pages.tsx'
import { pageParam } from './list-search.ts'

afterEach(cleanup)

/** A list with this number of records, 20 on a page. */
function Letters({ total, isFetching = false }: { total: number; isFetching?: boolean }) {
  const { searchStr, search } = useLocation()
  return (
    <>
      <output aria-label="Address">{searchStr}</output>
      <ListPages
        list={{ total, isFetching }}
        page={pageParam.parse((search as { page?: string }).page)}
        pageSize={20}
        range={(from, to, of) => `Showing ${from} to ${to} of ${of} letters`}
        position={(page, pages) => `Page ${page} of ${pages}`}
      >
        <p>The letters</p>
      </ListPages>
    </>
  )
}

const open = async (at: string, list: { total: number; isFetching?: boolean }) => {
  render(
    <FakeAdminApi answers={{}} at={at}>
      <Letters {...list} />
    </FakeAdminApi>,
  )
  await screen.findByText('The letters')
}
const address = () => screen.getByRole('status', { name: 'Address' }).textContent

describe('a page past the end of its list', () => {
  it.each([
    ['/?status=pending&page=3', 40, '?status=pending&page=2'],
    ['/?page=9', 21, '?page=2'],
    ['/?page=2', 20, ''],
  ])('%s of %i leads to the last page', async (at, total, found) => {
    await open(at, { total })
    await waitFor(() => expect(address()).toBe(found))
  })

  it.each([
    ['while its rows are on their way', { total: 20, isFetching: true }],
    ['where nothing is left at all', { total: 0 }],
    ['where it is the last page', { total: 21 }],
  ])('stays %s', async (_, list) => {
    await open('/?page=2', list)
    expect(address()).toBe('?page=2')
  })
})

describe('a change of page', () => {
  it('moves the focus to the line above the rows, which names the new ones', async () => {
    await open('/', { total: 45 })
    await userEvent.click(screen.getByRole('link', { name: 'Next' }))
    const line = await screen.findByText('Showing 21 to 40 of 45 letters')
    await waitFor(() => expect(document.activeElement).toBe(line))
    expect(line.compareDocumentPosition(screen.getByText('The letters'))).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  })

  it('is not offered where one page holds everything', async () => {
    await open('/', { total: 20 })
    expect(screen.queryByRole('navigation')).toBeNull()
    expect(screen.queryByText(/Showing/)).toBeNull()
  })
})

describe('a search or a filter', () => {
  it('says how much it has found, in a place that was there before', async () => {
    const [foundBefore, foundNow] = [45, 0]
    let find = (_total: number) => {}
    function Search() {
      const [total, setTotal] = useState(foundBefore)
      find = setTotal
      return <Letters total={total} />
    }
    render(
      <FakeAdminApi answers={{}}>
        <Search />
      </FakeAdminApi>,
    )
    const status = await screen.findByText('45 found')
    act(() => find(foundNow))
    expect(status.textContent).toBe('Nothing found')
    expect(status.getAttribute('role')).toBe('status')
  })
})

describe('a list without rows', () => {
  it.each([
    ['has some on an earlier page', { total: 20, isPlaceholderData: false }, true],
    ['has not answered yet', { total: 0, isPlaceholderData: true }, true],
    ['is empty', { total: 0, isPlaceholderData: false }, false],
  ])('that %s', (_, state, awaits) => {
    expect(awaitsRows({ rows: [], ...state })).toBe(awaits)
  })
})
