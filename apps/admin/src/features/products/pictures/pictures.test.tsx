import { shownToast } from '@marashi/ui/toast'
import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { countLogin } from '../../../lib/session/login-request.ts'
import { PictureInputs } from './picture-inputs.tsx'
import { usePictures } from './use-pictures.ts'

const uploads: {
  file: File
  answer: (url: string) => void
  fail: () => void
  refuse: (status: number, error: string) => void
}[] = []
const onChange = vi.fn()

vi.stubGlobal(
  'XMLHttpRequest',
  class {
    upload = {}
    status = 0
    responseText = ''
    onload = () => {}
    onerror = () => {}
    open() {}
    abort() {}
    send(body: FormData) {
      uploads.push({
        file: body.get('image') as File,
        answer: (url) => {
          this.status = 200
          this.responseText = JSON.stringify({ url })
          this.onload()
        },
        fail: () => this.onerror(),
        refuse: (status, error) => {
          this.status = status
          this.responseText = JSON.stringify({ error })
          this.onload()
        },
      })
    }
  },
)

beforeEach(() => {
  uploads.length = 0
  onChange.mockReset()
})
afterEach(cleanup)

function Form() {
  const pictures = usePictures({ image: '', imageAlt: null, morePictures: [] }, onChange)
  return <PictureInputs pictures={pictures} error={undefined} />
}

async function add(...names: string[]) {
  render(<Form />)
  const files = names.map((name) => new File(['bytes'], name, { type: 'image/jpeg' }))
  await userEvent.upload(screen.getByLabelText('Upload pictures'), files)
}
const sent = async (count: number) => {
  await waitFor(() => expect(uploads).toHaveLength(count))
  return uploads[count - 1]
}
const saved = () => onChange.mock.lastCall?.[0]

it('are sent one after the other and keep the order in which they were chosen', async () => {
  await add('bottle.jpg', 'box.jpg')
  const first = await sent(1)
  expect(screen.getByText('Waiting...')).toBeDefined()
  first?.answer('http://localhost/bottle.jpg')
  ;(await sent(2))?.answer('http://localhost/box.jpg')
  expect(await screen.findByText('Picture uploaded')).toBeDefined()
  expect(saved()).toEqual({
    image: 'http://localhost/bottle.jpg',
    imageAlt: null,
    morePictures: [{ image: 'http://localhost/box.jpg', alt: null }],
  })
})

it('lose nothing when the line is lost: Retry sends the same photo to the same place', async () => {
  await add('bottle.jpg', 'box.jpg')
  ;(await sent(1))?.fail()
  ;(await sent(2))?.answer('http://localhost/box.jpg')
  const retry = await screen.findByRole('button', { name: 'Upload picture 1 again' })
  expect(shownToast()?.title).toBe('Upload failed')
  await userEvent.click(retry)
  expect(shownToast()).toBeUndefined()
  const again = await sent(3)
  expect(again?.file.name).toBe('bottle.jpg')
  again?.answer('http://localhost/bottle.jpg')
  await waitFor(() => expect(saved()?.image).toBe('http://localhost/bottle.jpg'))
  expect(saved()?.morePictures).toEqual([{ image: 'http://localhost/box.jpg', alt: null }])
})

it('are sent again by themselves when the line is back', async () => {
  await add('bottle.jpg')
  ;(await sent(1))?.fail()
  await screen.findByText('Network error during upload')
  window.dispatchEvent(new Event('online'))
  ;(await sent(2))?.answer('http://localhost/bottle.jpg')
  expect(await screen.findByText('Picture uploaded')).toBeDefined()
})

it('are sent again once the owner has logged in, where the session had ended', async () => {
  await add('bottle.jpg')
  ;(await sent(1))?.refuse(401, 'Please log in.')
  await screen.findByText('Your session had ended. Try again.')
  act(countLogin)
  ;(await sent(2))?.answer('http://localhost/bottle.jpg')
  expect(await screen.findByText('Picture uploaded')).toBeDefined()
  act(countLogin)
  expect(uploads).toHaveLength(2)
})

it('that failed are sent again one press each, and the keyboard stays with the picture', async () => {
  await add('bottle.jpg', 'box.jpg')
  ;(await sent(1))?.fail()
  ;(await sent(2))?.fail()
  const rows = () => screen.getAllByRole('listitem')
  const press = async (place: number) => {
    screen.getByRole('button', { name: `Upload picture ${place} again` }).focus()
    await userEvent.keyboard('{Enter}')
    expect(rows()[place - 1]?.contains(document.activeElement)).toBe(true)
  }
  await screen.findByRole('button', { name: 'Upload picture 2 again' })
  await press(1)
  await press(2)
  ;(await sent(3))?.answer('http://localhost/bottle.jpg')
  ;(await sent(4))?.answer('http://localhost/box.jpg')
  expect(await screen.findByText('Picture uploaded')).toBeDefined()
  expect(uploads.map(({ file }) => file.name)).toEqual(['bottle.jpg', 'box.jpg', 'bottle.jpg', 'box.jpg'])
  expect(rows()[1]?.contains(document.activeElement)).toBe(true)
})

it('change places by the arrow keys, and say so', async () => {
  await add('bottle.jpg', 'box.jpg')
  ;(await sent(1))?.answer('http://localhost/bottle.jpg')
  ;(await sent(2))?.answer('http://localhost/box.jpg')
  await screen.findByText('Picture uploaded')
  screen.getByRole('button', { name: /^Move picture 2 of 2/ }).focus()
  await userEvent.keyboard('{ArrowUp}')
  expect(await screen.findByText('Moved to place 1 of 2')).toBeDefined()
  expect(saved()?.image).toBe('http://localhost/box.jpg')
  await userEvent.type(screen.getByLabelText('What picture 1 shows'), 'Its box')
  await userEvent.click(screen.getByRole('button', { name: 'Remove picture 2' }))
  expect(saved()).toEqual({ image: 'http://localhost/box.jpg', imageAlt: 'Its box', morePictures: [] })
})
