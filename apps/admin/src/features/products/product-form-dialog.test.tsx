import { shownToast } from '@marashi/ui/toast'
import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { FakeAdminApi, refusal } from '../../testing/fake-admin-api.tsx'
import { makeCategory, makeProductDetails } from '../../testing/records.ts'
import { ProductFormDialog } from './product-form-dialog.tsx'

const address = 'http://localhost/media/oud-1/1080.jpg'

/** An XMLHttpRequest that the test controls. */
class FakeRequest {
  static last: FakeRequest
  static sent = 0
  upload: { onprogress?: (event: object) => void } = {}
  status = 0
  responseText = ''
  timeout = 0
  onload = () => {}
  onerror = () => {}
  ontimeout = () => {}
  onabort = () => {}
  open = vi.fn()
  send() {
    FakeRequest.sent += 1
  }
  constructor() {
    FakeRequest.last = this
  }
  abort() {
    this.onabort()
  }
  answer(status: number, body: string) {
    this.status = status
    this.responseText = body
    this.onload()
  }
}

beforeEach(() => {
  FakeRequest.sent = 0
  vi.stubGlobal('XMLHttpRequest', FakeRequest)
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

async function show() {
  const category = makeCategory()
  const created = makeProductDetails()
  const create = vi.fn(() => created)
  const onClose = vi.fn()
  const { unmount } = render(
    <FakeAdminApi answers={{ 'admin.products': { create } }}>
      <ProductFormDialog categories={[category]} onClose={onClose} onReload={() => undefined} />
    </FakeAdminApi>,
  )
  await screen.findByRole('dialog')
  await userEvent.type(screen.getByLabelText('Name'), 'Oud Zahra')
  await userEvent.type(screen.getByLabelText('Description'), 'Smoke and roses.')
  await userEvent.type(screen.getByLabelText('Price'), '4,850')
  await userEvent.selectOptions(screen.getByLabelText('Category'), category.name)
  return { create, created, onClose, category, unmount }
}

const choose = (name: string, type: string) =>
  userEvent.upload(screen.getByLabelText('Upload pictures'), new File(['bytes'], name, { type }), {
    applyAccept: false,
  })
const save = () => userEvent.click(screen.getByRole('button', { name: 'Add Product' }))
const sent = (count: number) => waitFor(() => expect(FakeRequest.sent).toBe(count))
const arrive = (url: string) => FakeRequest.last.answer(200, JSON.stringify({ url }))
/** Until a photo is as small as it gets, which takes this browser as long as the test says. */
function slowPhone() {
  const { promise, reject } = Promise.withResolvers<never>()
  vi.stubGlobal('createImageBitmap', () => promise)
  return async () => {
    reject(new DOMException('It cannot be decoded here.', 'InvalidStateError'))
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

it('leads from a new product to its page in the shop', async () => {
  const open = vi.spyOn(window, 'open').mockReturnValue(null)
  const { created } = await show()
  await userEvent.type(screen.getByLabelText(/^Image URL/), address)
  await save()
  await waitFor(() => expect(shownToast()?.description).toBe('Product created successfully'))
  shownToast()?.action?.onAction()
  expect(open).toHaveBeenCalledWith(`/product/${created.id}`, '_blank', 'noopener')
})

describe('the price of a product', () => {
  it.each([
    ['Price', '48.50'],
    [/^Original price/, '60.25'],
  ])('is refused under the field with cents, not rounded in silence: %s', async (label, typed) => {
    const { create } = await show()
    await userEvent.type(screen.getByLabelText(/^Image URL/), address)
    const field = screen.getByLabelText(label)
    await userEvent.clear(field)
    await userEvent.type(field, typed)
    await save()
    expect(await screen.findByText('Enter whole shillings, without cents')).toBeDefined()
    expect(document.activeElement).toBe(field)
    expect(create).not.toHaveBeenCalled()
  })

  it.each([
    ['4,850.00', 4_850],
    ['0', 'Price must be greater than 0'],
    ['-5.5', 'Price must be greater than 0'],
    ['', 'Price must be greater than 0'],
  ])('typed as "%s" is %s', async (typed, expected) => {
    const { create } = await show()
    await userEvent.type(screen.getByLabelText(/^Image URL/), address)
    const field = screen.getByLabelText('Price')
    await userEvent.clear(field)
    if (typed) await userEvent.type(field, typed)
    await save()
    if (typeof expected === 'string') expect(await screen.findByText(expected)).toBeDefined()
    else await waitFor(() => expect(create).toHaveBeenCalledWith(expect.objectContaining({ price: expected })))
  })
})

describe('a product whose picture is being uploaded', () => {
  it('is saved once, after the upload', async () => {
    const { create, onClose, category } = await show()
    await choose('oud.jpg', 'image/jpeg')
    FakeRequest.last.upload.onprogress?.({ lengthComputable: true, loaded: 1, total: 4 })
    expect(await screen.findByText('Uploading... 25%')).toBeDefined()
    await save()
    await userEvent.click(await screen.findByRole('button', { name: 'Waiting for the pictures...' }))
    expect(create).not.toHaveBeenCalled()
    FakeRequest.last.answer(200, JSON.stringify({ url: address }))
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
    expect(create).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({ name: 'Oud Zahra', price: 4_850, categoryId: category.id, image: address }),
    )
  })

  it.each([
    [
      'the server’s own message',
      () => FakeRequest.last.answer(413, '{"error":"Too large.","code":"TOO_LARGE"}'),
      'Too large.',
    ],
    ['Upload failed', () => FakeRequest.last.answer(500, '<html>'), 'Upload failed'],
    ['Invalid response format', () => FakeRequest.last.answer(200, '{}'), 'Invalid response format'],
    ['Network error during upload', () => FakeRequest.last.onerror(), 'Network error during upload'],
    ['Upload timeout', () => FakeRequest.last.ontimeout(), 'Upload timeout'],
  ])('is not saved when the upload ends with: %s', async (_, fail, message) => {
    const { create } = await show()
    await choose('oud.jpg', 'image/jpeg')
    await save()
    fail()
    expect(await screen.findByText(message)).toBeDefined()
    expect(await screen.findByRole('button', { name: 'Add Product' })).toBeDefined()
    expect(create).not.toHaveBeenCalled()
  })

  it('can be stopped', async () => {
    await show()
    await choose('oud.jpg', 'image/jpeg')
    await userEvent.click(await screen.findByRole('button', { name: 'Cancel upload' }))
    expect(screen.queryByRole('progressbar')).toBeNull()
  })

  it('can be stopped while the photo is made smaller: then nothing is sent', async () => {
    const finish = slowPhone()
    await show()
    await choose('oud.jpg', 'image/jpeg')
    await userEvent.click(await screen.findByRole('button', { name: 'Cancel upload' }))
    await finish()
    expect(FakeRequest.sent).toBe(0)
  })

  it('is not saved after all when it is discarded while it waits', async () => {
    const finish = slowPhone()
    const { create, onClose, unmount } = await show()
    await userEvent.type(screen.getByLabelText(/^Image URL/), address)
    await choose('oud.jpg', 'image/jpeg')
    await save()
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Discard changes' }))
    expect(onClose).toHaveBeenCalledOnce()
    unmount()
    await finish()
    expect(FakeRequest.sent).toBe(0)
    expect(create).not.toHaveBeenCalled()
    expect(onClose).toHaveBeenCalledOnce()
  })
})

describe('a product with a picture that could not be uploaded', () => {
  const missing = '1 picture could not be uploaded: retry or remove it.'

  it('is not saved without it, until it is removed', async () => {
    const { create } = await show()
    await choose('oud.jpg', 'image/jpeg')
    await sent(1)
    FakeRequest.last.onerror()
    await choose('box.jpg', 'image/jpeg')
    await sent(2)
    arrive(address)
    await waitFor(() => expect(screen.queryByRole('progressbar')).toBeNull())
    await save()
    await waitFor(() => expect(screen.getByText(missing)).toBe(document.activeElement))
    expect(create).not.toHaveBeenCalled()
    await userEvent.click(screen.getByRole('button', { name: 'Remove picture 1' }))
    expect(screen.queryByText(missing)).toBeNull()
    await save()
    await waitFor(() => expect(create).toHaveBeenCalledOnce())
    expect(create).toHaveBeenCalledWith(expect.objectContaining({ image: address, morePictures: [] }))
  })

  it('is not saved when the picture was added while the form waited', async () => {
    const { create } = await show()
    await choose('oud.jpg', 'image/jpeg')
    await sent(1)
    await save()
    await choose('box.jpg', 'image/jpeg')
    arrive(address)
    await sent(2)
    FakeRequest.last.onerror()
    await waitFor(() => expect(screen.getByText(missing)).toBe(document.activeElement))
    expect(await screen.findByRole('button', { name: 'Add Product' })).toBeDefined()
    expect(create).not.toHaveBeenCalled()
  })
})

describe('the address of the first picture', () => {
  const other = 'http://localhost/media/oud-2/1080.jpg'
  const box = 'http://localhost/media/box-1/1080.jpg'
  const field = () => screen.getByLabelText(/^Image URL/) as HTMLInputElement

  async function showTwo() {
    const shown = await show()
    await userEvent.type(field(), address)
    await userEvent.type(screen.getByLabelText('What picture 1 shows'), 'The bottle')
    await choose('box.jpg', 'image/jpeg')
    await sent(1)
    arrive(box)
    await screen.findByLabelText('What picture 2 shows')
    return shown
  }

  it('is emptied and typed anew, and the second picture keeps its own and its words', async () => {
    const { create } = await showTwo()
    await userEvent.clear(field())
    expect(screen.queryByLabelText('What picture 2 shows')).toBeNull()
    await userEvent.type(field(), other)
    await userEvent.type(screen.getByLabelText('What picture 2 shows'), 'Its box')
    await save()
    await waitFor(() => expect(create).toHaveBeenCalledOnce())
    expect(create).toHaveBeenCalledWith(
      expect.objectContaining({ image: other, imageAlt: 'The bottle', morePictures: [{ image: box, alt: 'Its box' }] }),
    )
  })

  it('is that of the second picture once the first has none and the list is changed', async () => {
    const { create } = await showTwo()
    await userEvent.clear(field())
    await userEvent.type(screen.getByLabelText('What picture 1 shows'), 'Its box')
    expect(field().value).toBe(box)
    await userEvent.clear(field())
    await userEvent.type(field(), other)
    await save()
    await waitFor(() => expect(create).toHaveBeenCalledOnce())
    expect(create).toHaveBeenCalledWith(
      expect.objectContaining({ image: other, imageAlt: 'Its box', morePictures: [] }),
    )
  })

  it('belongs to the picture that shows it, behind one that is still on its way', async () => {
    const { create } = await show()
    await choose('oud.jpg', 'image/jpeg')
    await choose('box.jpg', 'image/jpeg')
    await sent(1)
    FakeRequest.last.onerror()
    await sent(2)
    arrive(box)
    await waitFor(() => expect(field().value).toBe(box))
    await userEvent.clear(field())
    await userEvent.type(field(), other)
    await userEvent.click(screen.getByRole('button', { name: 'Remove picture 1' }))
    await save()
    await waitFor(() => expect(create).toHaveBeenCalledOnce())
    expect(create).toHaveBeenCalledWith(expect.objectContaining({ image: other, morePictures: [] }))
  })
})

describe('a file that is no picture', () => {
  it('is refused before anything is sent', async () => {
    await show()
    const before = FakeRequest.last
    await choose('prices.pdf', 'application/pdf')
    expect(await screen.findByText(/^Invalid file type/)).toBeDefined()
    expect(FakeRequest.last).toBe(before)
  })
})

it('previews the discount while the prices are typed', async () => {
  await show()
  await userEvent.type(screen.getByLabelText(/^Original price/), '9700')
  expect(await screen.findByText('-50%')).toBeDefined()
})

describe('the category of a product', () => {
  it('is added in the form, which keeps what was typed', async () => {
    const added = makeCategory({ name: 'Oud & Woods' })
    const create = vi.fn(() => makeProductDetails())
    const createCategory = vi.fn(({ name }: { name: string }) => {
      if (name === 'Taken') throw refusal(409, 'Category name already exists', { name: 'That name is taken' })
      return added
    })
    render(
      <FakeAdminApi answers={{ 'admin.products': { create }, 'admin.categories': { create: createCategory } }}>
        <ProductFormDialog categories={[]} onClose={() => undefined} onReload={() => undefined} />
      </FakeAdminApi>,
    )
    await userEvent.type(await screen.findByLabelText('Name'), 'Oud Zahra')
    expect(screen.getByText('Every perfume is in a category. Add the first one here.')).toBeDefined()
    await userEvent.click(screen.getByRole('button', { name: 'Add Category' }))
    expect(screen.getByText('Category name is required')).toBeDefined()
    await userEvent.type(screen.getByLabelText('New category'), 'Taken{Enter}')
    expect(await screen.findByText('That name is taken')).toBeDefined()
    await userEvent.click(screen.getByRole('button', { name: 'Add Category' }))
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('New category')))
    await userEvent.clear(screen.getByLabelText('New category'))
    await userEvent.type(screen.getByLabelText('New category'), 'Oud & Woods{Enter}')
    await waitFor(() => expect(screen.getByLabelText('Category')).toBe(document.activeElement))
    expect((screen.getByLabelText('Category') as HTMLSelectElement).value).toBe(added.id)
    expect((screen.getByLabelText('Name') as HTMLInputElement).value).toBe('Oud Zahra')
    expect(create).not.toHaveBeenCalled()
    await userEvent.click(screen.getByRole('button', { name: 'New category' }))
    expect(screen.queryByText('Every perfume is in a category. Add the first one here.')).toBeNull()
  })

  it('is to be chosen again where the chosen one was deleted meanwhile', async () => {
    const [oud, rose] = [makeCategory({ name: 'Oud' }), makeCategory({ name: 'Rose' }, 2)]
    const create = vi.fn(() => makeProductDetails())
    let categories = [oud, rose]
    let showAgain: () => void = () => undefined
    function Form() {
      const [, again] = useState(0)
      showAgain = () => again((times) => times + 1)
      return <ProductFormDialog categories={categories} onClose={() => undefined} onReload={() => undefined} />
    }
    render(
      <FakeAdminApi answers={{ 'admin.products': { create } }}>
        <Form />
      </FakeAdminApi>,
    )
    const category = await screen.findByLabelText<HTMLSelectElement>('Category')
    await userEvent.selectOptions(category, 'Rose')
    await userEvent.type(screen.getByLabelText('Name'), 'Oud Zahra')
    categories = [oud]
    act(() => showAgain())
    expect(category.selectedOptions[0]?.textContent).toBe('Choose a category')
    await userEvent.click(screen.getByRole('button', { name: 'Add Product' }))
    await screen.findByText('Category is required')
  })
})
