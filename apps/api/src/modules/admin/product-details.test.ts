import { setTimeout as wait } from 'node:timers/promises'
import type { ProductDetails } from '@marashi/domain/contracts/catalogue'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { logIn, makeCategory } from '../../testing/factories.ts'
import type { Category } from '../catalogue/category.entity.ts'

let shop: TestApp
let headers: { cookie: string }
let oud: Category
beforeAll(async () => {
  shop = await buildTestApp()
  headers = await logIn(shop.deps.orm)
})
afterAll(() => shop[Symbol.asyncDispose]())
beforeEach(async () => {
  await shop.query('delete from products')
  await shop.query('delete from categories')
  oud = await makeCategory(shop.deps.orm, 'Oud')
})

const send = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, payload?: object) =>
  shop.app.inject({ method, url: `/api/products${url}`, headers, payload })
const read = async (id: string) => (await send('GET', `/${id}`)).json<ProductDetails>()
const media = (name: string) => `http://shop.test/media/${name}/1080.jpg`
const form = (more: object = {}) => ({
  name: 'Oud Zahra',
  description: 'Smoked agarwood.',
  price: 6_800,
  image: media('zahra-0'),
  categoryId: oud.id,
  ...more,
})
const create = async (more: object = {}) => {
  const answer = await send('POST', '', form(more))
  expect(answer.statusCode).toBe(201)
  return answer.json<ProductDetails>()
}

describe('the details of a product', () => {
  it('are what the administrator writes, without empty notes and each note once', async () => {
    const { id } = await create({
      concentration: ' Eau de Parfum, 18% ',
      notesTop: [' Lychee', 'rose leaf', 'lychee '],
      notesBase: ['Oud'],
      imageAlt: ' The bottle ',
    })
    expect(await read(id)).toMatchObject({
      concentration: 'Eau de Parfum, 18%',
      notesTop: ['lychee', 'rose leaf'],
      notesHeart: [],
      notesBase: ['Oud'],
      imageAlt: 'The bottle',
    })
  })

  it('are empty in a product of the specified fields alone, and no part of the lists', async () => {
    const { id } = await create()
    const nothing = {
      concentration: null,
      notesTop: [],
      notesHeart: [],
      notesBase: [],
      imageAlt: null,
      morePictures: [],
    }
    expect(await read(id)).toMatchObject(nothing)
    const [listed] = (await send('GET', '')).json()
    for (const name of Object.keys(nothing)) expect(listed).not.toHaveProperty(name)
  })

  it('stay where an edit leaves them out, and go where it empties them', async () => {
    const details = {
      concentration: 'Parfum',
      notesTop: ['Saffron'],
      morePictures: [{ image: media('box-1'), alt: 'Box' }],
    }
    const { id } = await create(details)
    await send('PUT', `/${id}`, form({ price: 5_000 }))
    expect(await read(id)).toMatchObject({ price: 5_000, ...details })
    await send('PUT', `/${id}`, form({ concentration: ' ', ml: null, notesTop: [], morePictures: [] }))
    expect(await read(id)).toMatchObject({ concentration: null, ml: null, notesTop: [], morePictures: [] })
  })

  it.each([
    [{ ml: 0 }, { ml: 'Size must be greater than 0' }],
    [{ ml: 7.5 }, { ml: 'Enter whole millilitres' }],
    [{ notesTop: [' '] }, { 'notesTop.0': 'A note has a name' }],
    [{ notesBase: Array.from({ length: 13 }, (_, nth) => `Note ${nth}`) }, { notesBase: 'At most 12 notes' }],
    [
      { morePictures: [{ image: 'javascript:alert(1)' }] },
      { 'morePictures.0.image': 'Please enter a valid image URL' },
    ],
    [
      { morePictures: Array.from({ length: 12 }, () => ({ image: 'https://elsewhere.test/a.jpg' })) },
      { morePictures: 'At most 12 pictures' },
    ],
  ])('are refused with the name of the field: %j', async (wrong, fields) => {
    const answer = await send('POST', '', form(wrong))
    expect([answer.statusCode, answer.json().fields]).toEqual([400, fields])
  })
})

describe('the pictures of a product', () => {
  it('keep their order, their words and their path, so that the shop may move', async () => {
    const morePictures = [
      { image: media('hand-1'), alt: null },
      { image: media('box-1'), alt: 'In its box' },
    ]
    const { id, image } = await create({ morePictures })
    expect(image).toBe(media('zahra-0'))
    expect(await read(id)).toMatchObject({ morePictures })
    const turned = morePictures.toReversed()
    await send('PUT', `/${id}`, form({ morePictures: turned }))
    await expect.poll(async () => (await read(id)).morePictures).toEqual(turned)
    expect(await shop.query('select position, image from product_pictures order by position')).toEqual([
      { position: 1, image: '/media/box-1/1080.jpg' },
      { position: 2, image: '/media/hand-1/1080.jpg' },
    ])
  })

  it('are a change of the product: a form that was opened before does not undo them', async () => {
    const { id, updatedAt } = await create()
    await wait(2)
    const ordered = form({ morePictures: [{ image: media('box-1') }], updatedAt })
    expect((await send('PUT', `/${id}`, ordered)).statusCode).toBe(200)
    const late = await send('PUT', `/${id}`, form({ morePictures: [], updatedAt }))
    expect([late.statusCode, late.json().code]).toEqual([409, 'STALE'])
  })

  it('go with the product', async () => {
    const { id } = await create({ morePictures: [{ image: media('box-1') }] })
    expect((await send('DELETE', `/${id}`)).statusCode).toBe(204)
    expect(await shop.query('select from product_pictures')).toEqual([])
  })
})

describe('the perfumes that a product leads on to', () => {
  const related = async (id: string) => {
    const answer = await send('GET', `/${id}/related`)
    return answer
      .json<{ name: string; sharedNotes: string[] }[]>()
      .map(({ name, sharedNotes }) => [name, ...sharedNotes])
  }

  it('share most notes, then any, then the category; the product and what is sold out are none of them', async () => {
    const rose = await makeCategory(shop.deps.orm, 'Rose')
    const notes = { notesTop: ['Saffron'], notesHeart: ['Taif Rose'], notesBase: ['Oud'] }
    const { id } = await create(notes)
    const gone = await create({ name: 'Gone', ...notes })
    await shop.query('update variants set sold_out = true where product_id = $1', [gone.id])
    await create({ name: 'Neighbour' })
    await create({ name: 'Elsewhere', categoryId: rose.id })
    await create({ name: 'One note', categoryId: rose.id, notesBase: [' OUD', 'Musk'] })
    await create({ name: 'Two notes', categoryId: rose.id, notesTop: ['taif rose'], notesHeart: ['saffron'] })
    expect(await related(id)).toEqual([['Two notes', 'taif rose', 'saffron'], ['One note', 'OUD'], ['Neighbour']])
  })

  it('are those that can be ordered, though many before them are sold out', async () => {
    for (let n = 10; n < 22; n++) {
      const gone = await create({ name: `A ${n}` })
      await shop.query('update variants set sold_out = true where product_id = $1', [gone.id])
    }
    const { id } = await create({ name: 'B' })
    await create({ name: 'C' })
    expect(await related(id)).toEqual([['C']])
  })

  it('name a note once, though it stands in two lists', async () => {
    const { id } = await create({ notesBase: ['Musk'] })
    await create({ name: 'Twice', notesTop: ['Oud', 'musk'], notesBase: ['Musk'] })
    expect(await related(id)).toEqual([['Twice', 'musk']])
  })

  it('are none in a shop of one perfume, and 404 for none', async () => {
    const { id } = await create()
    expect(await related(id)).toEqual([])
    expect((await send('GET', '/11111111-1111-4111-8111-111111111111/related')).statusCode).toBe(404)
  })
})
