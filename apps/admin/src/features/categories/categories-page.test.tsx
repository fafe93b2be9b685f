import type { Category } from '@marashi/domain/contracts/catalogue'
import { Toaster } from '@marashi/ui/toast'
import { cleanup, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it } from 'vitest'
import { FakeAdminApi, refusal } from '../../testing/fake-admin-api.tsx'
import { makeCategory } from '../../testing/records.ts'
import { CategoriesPage } from './categories-page.tsx'

afterEach(cleanup)

const oud = makeCategory({ name: 'Oud' })
const loggedOut = () => refusal(401, 'Please log in.', {}, 'UNAUTHORIZED')
const refuse = () => {
  throw loggedOut()
}
const stale = () => refusal(409, 'Somebody has saved this category since you opened it.', {}, 'STALE')

type Shop = { categories: () => Category[]; use?: () => never[]; save?: () => Category }

async function open({ categories, use = () => [], save = () => oud }: Shop) {
  render(
    <FakeAdminApi
      at="/categories"
      answers={{ catalogue: { categories }, 'admin.categories': { use, update: save, remove: refuse } }}
    >
      <CategoriesPage />
      <Toaster />
    </FakeAdminApi>,
  )
  await screen.findByRole('article')
}

/** Opens the form of the only category, enters a new name and saves. */
async function rename() {
  await userEvent.click(screen.getByRole('button', { name: 'Edit Oud' }))
  await userEvent.type(await screen.findByLabelText('Name'), ' & Woods')
  await userEvent.click(screen.getByRole('button', { name: 'Save Changes' }))
}
const typedName = () => screen.getByLabelText<HTMLInputElement>('Name').value

describe('a session that ends while the page is open', () => {
  /** Answers until `end` is called, and then refuses like the API without a session. */
  function shortSession() {
    let isOver = false
    const answer = <Result,>(result: Result) => {
      if (isOver) throw loggedOut()
      return result
    }
    const shop = {
      categories: () => [oud],
      use: () => answer([]),
      save: () => answer(oud),
    }
    return {
      shop,
      end: () => {
        isOver = true
      },
    }
  }

  it('is reported at a refused save, and loses no input', async () => {
    const { shop, end } = shortSession()
    await open(shop)
    end()
    await rename()
    expect(await screen.findByText('Authentication Required')).toBeDefined()
    expect(typedName()).toBe('Oud & Woods')
  })

  it('shows the way to the login at a refused deletion', async () => {
    const { shop, end } = shortSession()
    await open(shop)
    end()
    await userEvent.click(screen.getByRole('button', { name: 'Delete Oud' }))
    const question = await screen.findByRole('alertdialog')
    await userEvent.click(within(question).getByRole('button', { name: 'Delete' }))
    expect(await screen.findByText('Authentication Required')).toBeDefined()
    expect(screen.getByRole('link', { name: 'Go to Login' })).toBeDefined()
  })
})

it('shows what was added although its answer was lost, so that nobody adds it again', async () => {
  let all = [oud]
  const create = (): never => {
    all = [oud, makeCategory({ id: '00000000-0000-4000-8000-000000000099', name: 'Citrus' })]
    throw new TypeError('Failed to fetch')
  }
  render(
    <FakeAdminApi
      at="/categories"
      answers={{ catalogue: { categories: () => all }, 'admin.categories': { use: () => [], create } }}
    >
      <CategoriesPage />
    </FakeAdminApi>,
  )
  await screen.findByRole('article')
  await userEvent.click(screen.getByRole('button', { name: 'Add Category' }))
  await userEvent.type(await screen.findByLabelText('Name'), 'Citrus')
  await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Add Category' }))
  expect(await screen.findByText('The shop did not answer. Check your connection and try again.')).toBeDefined()
  expect(await screen.findByText('Citrus')).toBeDefined()
})

describe('loading the newest version', () => {
  const isStale = () => {
    throw stale()
  }
  const load = async () => userEvent.click(await screen.findByRole('button', { name: 'Load newest version' }))

  it('shows what somebody else has saved', async () => {
    let saved = oud
    await open({ categories: () => [saved], save: isStale })
    await rename()
    saved = { ...oud, name: 'Agarwood', updatedAt: '2026-11-21T08:00:00.000Z' }
    await load()
    expect(await screen.findByDisplayValue('Agarwood')).toBeDefined()
  })

  it('says that the record is gone, and keeps what was typed', async () => {
    let all = [oud]
    await open({ categories: () => all, save: isStale })
    await rename()
    all = []
    await load()
    expect(await screen.findByText('It is no longer there: somebody has deleted it.')).toBeDefined()
    expect(typedName()).toBe('Oud & Woods')
  })

  it('says that no response came, and keeps what was typed', async () => {
    let isReached = true
    const categories = () => {
      if (!isReached) throw new TypeError('Failed to fetch')
      return [oud]
    }
    await open({ categories, save: isStale })
    await rename()
    isReached = false
    await load()
    expect(await screen.findByText('The newest version could not be loaded.')).toBeDefined()
    expect(typedName()).toBe('Oud & Woods')
  })
})
