import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { pageDouble } from '../../testing/page-double.tsx'
import { makePage } from '../../testing/products.ts'
import { replaceTexts } from '../../testing/replace-texts.ts'
import { type ShopAnswers, ShopDouble } from '../../testing/shop-double.tsx'
import { homeQuery } from './catalogue-query.ts'
import { ProductGrid } from './product-grid.tsx'
import { ShopGrid } from './shop-grid.tsx'

type Asked = { page: number; limit: number; search?: string }

const categories = [{ id: 'c1', name: 'Oud & Woods' }]
const arches = [{ id: 'c1', name: 'Oud & Woods', image: '/media/oud-1/1080.jpg', count: 3 }]

function openShop({ address = '/shop', total = 48, answers = {} as ShopAnswers, isHome = false } = {}) {
  const products = vi.fn((asked: Asked) => makePage({ ...asked, total }))
  let queryClient: QueryClient | undefined
  function Grid() {
    queryClient = useQueryClient()
    return isHome ? <ProductGrid heading={<h1>Home</h1>} query={homeQuery} /> : <ShopGrid />
  }
  const double = pageDouble(address, <Grid />)
  render(
    <ShopDouble
      answers={{
        'catalogue.products': products as never,
        'catalogue.categories': () => categories,
        'catalogue.arches': () => arches,
        ...answers,
      }}
    >
      {double.page}
    </ShopDouble>,
  )
  return { ...double, products, askAnew: () => queryClient?.invalidateQueries() }
}

const results = () => screen.findByText(/^Showing/).then((line) => line.textContent)

beforeEach(() => {
  Element.prototype.scrollIntoView = vi.fn()
})
afterEach(cleanup)

describe('the results line', () => {
  it('counts from a to b with pages', async () => {
    openShop({ address: '/shop?page=4' })
    expect(await results()).toBe('Showing 37-48 of 48 products')
  })

  it('counts what is shown without pages', async () => {
    openShop({ isHome: true, address: '/?search=oud' })
    expect(await results()).toBe('Showing 3 of 48 products for "oud"')
  })
})

it('filters can be cleared on a page that the browser has translated, and are counted there', async () => {
  openShop({ address: '/shop?audience=men' })
  const filters = await screen.findByRole('button', { name: 'Filters (1)' })
  replaceTexts(filters)
  await userEvent.click(screen.getByRole('button', { name: 'Clear filters', hidden: true }))
  await waitFor(() => expect(filters.textContent).toBe('Filters'))
})

describe('the home page', () => {
  it('leads from three to all that match, and only where there are more', async () => {
    openShop({ isHome: true, address: '/?search=oud&audience=men&sort=price-low', total: 15 })
    const link = await screen.findByRole('link', { name: 'See all 15' })
    expect(link.getAttribute('href')).toBe('/shop?search=oud&audience=men&sort=price-low')
    cleanup()
    openShop({ isHome: true, address: '/?search=oud', total: 3 })
    await results()
    expect(screen.queryByRole('link', { name: /^See all/ })).toBeNull()
  })
})

describe('the grid', () => {
  it('shows skeletons until the first result', async () => {
    openShop({ answers: { 'catalogue.products': () => new Promise(() => undefined) } })
    await screen.findByRole('heading', { name: 'Our Complete Collection' })
    expect(document.querySelectorAll('ul[aria-busy=true] > li')).toHaveLength(12)
  })

  it('reports a failure and asks again on Retry', async () => {
    let isBroken = true
    const products = (asked: Asked) => {
      if (isBroken) throw new Error('no connection')
      return makePage({ ...asked, total: 5 })
    }
    openShop({ answers: { 'catalogue.products': products as never } })
    expect((await screen.findByRole('alert')).textContent).toContain('Failed to load products. Please try again.')
    isBroken = false
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
    expect(await results()).toBe('Showing 1-5 of 5 products')
  })

  it('keeps the products, and the line that counts them, when they are asked for anew in vain', async () => {
    let isBroken = false
    const products = (asked: Asked) => {
      if (isBroken) throw new Error('no connection')
      return makePage({ ...asked, total: 5 })
    }
    const { askAnew } = openShop({ answers: { 'catalogue.products': products as never } })
    await screen.findByText('Perfume 5')
    isBroken = true
    await act(async () => {
      await askAnew()
      // The query cache tells what it knows in a task of its own.
      await new Promise((resolve) => setTimeout(resolve))
    })
    expect(screen.queryByRole('alert')).toBeNull()
    expect(screen.getByText('Perfume 5')).toBeDefined()
    expect(await results()).toBe('Showing 1-5 of 5 products')
  })

  it('names the term that found nothing, and clears it', async () => {
    const { addressOf } = openShop({ address: '/shop?search=zzz', total: 0 })
    expect(await screen.findByText('No products found for "zzz"')).toBeDefined()
    const arch = await screen.findByRole('link', { name: 'Oud & Woods' })
    expect(new URL(arch.getAttribute('href') ?? '', 'http://shop.test').searchParams.get('category')).toBe(
      'Oud & Woods',
    )
    await userEvent.click(screen.getByRole('button', { name: 'Show all perfumes' }))
    await waitFor(() => expect(addressOf()).toBe('/shop'))
    expect(screen.getByText('No products available')).toBeDefined()
  })

  it('keeps the old products, dimmed, while new ones load', async () => {
    const answer = Promise.withResolvers<void>()
    const products = async (asked: Asked) => {
      if (asked.page === 2) await answer.promise
      return makePage({ ...asked, total: 48 })
    }
    openShop({ answers: { 'catalogue.products': products as never } })
    await screen.findByText('Perfume 12')
    await userEvent.click(screen.getByRole('link', { name: 'Page 2' }))
    await waitFor(() => expect(document.querySelector('ul[aria-busy=true]')).not.toBeNull())
    expect(screen.getByText('Perfume 12')).toBeDefined()
    answer.resolve()
    expect(await screen.findByText('Perfume 24')).toBeDefined()
    expect(document.querySelector('ul[aria-busy=true]')).toBeNull()
  })
})

describe('the focus of a keyboard', () => {
  const focused = () => document.activeElement

  it('stays on the button in the filter sheet that cleared them', async () => {
    const { addressOf } = openShop({ address: '/shop?audience=men' })
    await results()
    // jsdom opens no popover, and gives nothing in a closed one the focus.
    document.getElementById('filter-sheet')?.removeAttribute('popover')
    const clear = screen.getByRole('button', { name: 'Clear filters' })
    await userEvent.click(clear)
    await waitFor(() => expect(addressOf()).toBe('/shop'))
    expect(await screen.findByRole('button', { name: 'Filters' })).toBeDefined()
    expect(focused()).toBe(clear)
    expect(clear.getAttribute('aria-disabled')).toBe('true')
  })

  it('goes to the line that reads out the results, where the button or link that it was on makes way for them', async () => {
    const products = (asked: Asked) => makePage({ ...asked, total: asked.search ? 0 : 5 })
    openShop({ address: '/shop?search=zzz', answers: { 'catalogue.products': products as never } })
    await userEvent.click(await screen.findByRole('link', { name: 'Oud & Woods' }))
    expect(await results()).toBe('Showing 1-5 of 5 products')
    expect(focused()?.getAttribute('role')).toBe('status')
    cleanup()
    openShop({ address: '/shop?search=zzz', answers: { 'catalogue.products': products as never } })
    await userEvent.click(await screen.findByRole('button', { name: 'Show all perfumes' }))
    expect(await results()).toBe('Showing 1-5 of 5 products')
    expect(focused()?.textContent).toBe('Showing 1-5 of 5 products')
  })

  it('goes there after Retry, too, and stays in the search box of who types', async () => {
    let isBroken = true
    const products = (asked: Asked) => {
      if (isBroken) throw new Error('no connection')
      return makePage({ ...asked, total: asked.search ? 0 : 5 })
    }
    openShop({ answers: { 'catalogue.products': products as never } })
    const retry = await screen.findByRole('button', { name: 'Retry' })
    isBroken = false
    await userEvent.click(retry)
    expect(await results()).toBe('Showing 1-5 of 5 products')
    expect(focused()?.getAttribute('role')).toBe('status')
    await userEvent.type(screen.getByRole('searchbox'), 'zzz{Enter}')
    await screen.findByText('No products found for "zzz"')
    await userEvent.clear(screen.getByRole('searchbox'))
    expect(await results()).toBe('Showing 1-5 of 5 products')
    expect(focused()).toBe(screen.getByRole('searchbox'))
  })
})

it('a search that finds nothing is read out by the line that stands there before', async () => {
  const products = (asked: Asked) => makePage({ ...asked, total: asked.search ? 0 : 5 })
  openShop({ answers: { 'catalogue.products': products as never } })
  const line = await screen.findByText(/^Showing/)
  await userEvent.type(screen.getByRole('searchbox'), 'zzz{Enter}')
  await waitFor(() => expect(line.textContent).toBe('No products found for "zzz"'))
  expect([line.getAttribute('role'), line.isConnected]).toEqual(['status', true])
})

describe('pages', () => {
  it('are in the address, and the focus goes to the results', async () => {
    const { addressOf } = openShop({})
    await userEvent.click(await screen.findByRole('link', { name: 'Next' }))
    await waitFor(() => expect(addressOf()).toBe('/shop?page=2'))
    expect(document.activeElement?.getAttribute('role')).toBe('status')
    expect(await screen.findByText('Page 2 of 4')).toBeDefined()
    expect(screen.getByRole('link', { name: 'Page 2' }).getAttribute('aria-current')).toBe('page')
  })

  it('end where they end', async () => {
    openShop({ total: 10 })
    expect(await screen.findByText('Page 1 of 1')).toBeDefined()
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Previous' }).disabled).toBe(true)
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Next' }).disabled).toBe(true)
  })

  it('restart at the first when another number of items is chosen', async () => {
    const { addressOf } = openShop({ address: '/shop?page=3' })
    await userEvent.selectOptions(await screen.findByLabelText('Items per page'), '24')
    await waitFor(() => expect(addressOf()).toBe('/shop?limit=24'))
    expect(await results()).toBe('Showing 1-24 of 48 products')
  })

  it('lead to the last one where one is chosen while a filter with fewer products loads', async () => {
    const answer = Promise.withResolvers<void>()
    const products = async (asked: Asked & { category?: string }) => {
      if (asked.category) await answer.promise
      return makePage({ ...asked, total: asked.category ? 5 : 48 })
    }
    const { addressOf } = openShop({ answers: { 'catalogue.products': products as never } })
    await screen.findByRole('option', { name: 'Oud & Woods', hidden: true })
    await screen.findByText('Perfume 12')
    await userEvent.selectOptions(screen.getByLabelText('Category'), 'Oud & Woods')
    await userEvent.click(screen.getByRole('link', { name: 'Page 3' }))
    await waitFor(() => expect(addressOf()).toBe('/shop?category=Oud+%26+Woods&page=3'))
    answer.resolve()
    expect(await screen.findByText('Showing 1-5 of 5 products')).toBeDefined()
    expect(addressOf()).toBe('/shop?category=Oud+%26+Woods')
    expect(screen.queryByText('No products available')).toBeNull()
  })

  it('lead to the last one where the owner has deleted what stood on this one', async () => {
    const { addressOf } = openShop({ address: '/shop?page=3&limit=6', total: 8 })
    expect(await results()).toBe('Showing 7-8 of 8 products')
    expect(addressOf()).toBe('/shop?page=2&limit=6')
  })

  it('are not on the home page', async () => {
    openShop({ isHome: true, address: '/' })
    await results()
    expect(screen.queryByRole('navigation')).toBeNull()
    expect(screen.queryByLabelText('Items per page')).toBeNull()
  })
})

describe('the order', () => {
  const shown = () => screen.getByLabelText<HTMLSelectElement>('Sort by').selectedOptions[0]?.textContent
  const offered = () => [...screen.getByLabelText<HTMLSelectElement>('Sort by').options].map(({ text }) => text)
  const specified = ['Name A-Z', 'Price: Low to High', 'Price: High to Low']

  it('is by name, and a search does not inherit it as a choice', async () => {
    const { products, addressOf } = openShop({})
    await results()
    expect([shown(), offered()]).toEqual(['Name A-Z', specified])
    await userEvent.type(screen.getByRole('searchbox'), 'oud{Enter}')
    await waitFor(() => expect(addressOf()).toBe('/shop?search=oud'))
    expect(products).toHaveBeenLastCalledWith({ search: 'oud', page: 1, limit: 12 })
    expect([shown(), offered()]).toEqual(['Best match', ['Best match', ...specified]])
  })

  it('of a search can be chosen, also by name, and be set back to the best match', async () => {
    const { products, addressOf } = openShop({ address: '/shop?search=oud' })
    await results()
    await userEvent.selectOptions(screen.getByLabelText('Sort by'), 'Name A-Z')
    await waitFor(() => expect(addressOf()).toBe('/shop?search=oud&sort=name'))
    expect(products).toHaveBeenLastCalledWith({ search: 'oud', sort: 'name', page: 1, limit: 12 })
    expect(shown()).toBe('Name A-Z')
    await userEvent.selectOptions(screen.getByLabelText('Sort by'), 'Best match')
    await waitFor(() => expect(addressOf()).toBe('/shop?search=oud'))
  })

  it('that nobody chose is not sent along by a form without scripts', async () => {
    openShop({})
    await results()
    const form = screen.getByRole<HTMLFormElement>('search')
    expect(new FormData(form).get('sort')).toBe('')
  })
})

describe('filters', () => {
  it.each(['oud & WOODS', 'c1'])('show the category that a link names as %s', async (category) => {
    openShop({ address: `/shop?category=${encodeURIComponent(category)}` })
    await screen.findByRole('option', { name: 'Oud & Woods', hidden: true })
    expect(screen.getByLabelText<HTMLSelectElement>('Category').value).toBe('Oud & Woods')
  })

  it('keep a category that is gone chosen, so that all can be chosen again', async () => {
    const { addressOf } = openShop({ address: '/shop?category=Gone' })
    await screen.findByRole('option', { name: 'Oud & Woods', hidden: true })
    expect(screen.getByLabelText<HTMLSelectElement>('Category').value).toBe('Gone')
    await userEvent.selectOptions(screen.getByLabelText('Category'), 'All Categories')
    await waitFor(() => expect(addressOf()).toBe('/shop'))
  })

  it('go into the address and to the server, from the first page on', async () => {
    const { addressOf, products } = openShop({ address: '/shop?page=2' })
    await screen.findByRole('option', { name: 'Oud & Woods', hidden: true })
    await userEvent.selectOptions(screen.getByLabelText('For'), 'women')
    await waitFor(() => expect(addressOf()).toBe('/shop?audience=women'))
    await userEvent.selectOptions(screen.getByLabelText('Category'), 'Oud & Woods')
    await userEvent.selectOptions(screen.getByLabelText('Sort by'), 'price-high')
    await waitFor(() =>
      expect(products).toHaveBeenLastCalledWith({
        majorCategory: 'women',
        category: 'Oud & Woods',
        sort: 'price-high',
        page: 1,
        limit: 12,
      }),
    )
    expect(screen.getByRole('button', { name: 'Filters (3)' })).toBeDefined()
  })
})
