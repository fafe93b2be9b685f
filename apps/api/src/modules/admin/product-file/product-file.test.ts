import type { ImportedProducts } from '@marashi/domain/contracts/admin-product-file'
import { newClient } from '@marashi/postgres/connection'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildTestApp, type TestApp } from '../../../testing/build-test-app.ts'
import { logIn, makeCategory, makeProduct } from '../../../testing/factories.ts'
import { orderRequest } from '../../../testing/order-request.ts'
import type { Category } from '../../catalogue/category.entity.ts'

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

const send = (csv: string, isDryRun: boolean) =>
  shop.app.inject({ method: 'POST', url: '/api/admin/products/import', headers, payload: { csv, isDryRun } })
const load = async (csv: string, isDryRun = false) => (await send(csv, isDryRun)).json<ImportedProducts>()
const download = async () => (await shop.app.inject({ url: '/api/admin/products.csv', headers })).body
const rows = () =>
  shop.query('select name, price, original_price, notes_top, notes_base, is_new from products order by name')
const image = 'https://elsewhere.test/a.jpg'
const isWaiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`

describe('a file of products', () => {
  it('that was not stored may come again under its key, once what it lacked is there', async () => {
    const csv = `Name,Description,Category,Price (Ksh),Image\nRose,Sweet,Floral,4850,${image}`
    const sendOnce = () =>
      shop.app.inject({
        method: 'POST',
        url: '/api/admin/products/import',
        headers: { ...headers, 'idempotency-key': 'spring-list' },
        payload: { csv, isDryRun: false },
      })
    expect((await sendOnce()).json()).toMatchObject({ isStored: false, problems: [{ column: 'Category' }] })
    await makeCategory(shop.deps.orm, 'Floral')
    expect((await sendOnce()).json()).toMatchObject({ isStored: true, created: 1 })
    const repeated = await sendOnce()
    expect(repeated.json()).toMatchObject({ isStored: true, created: 1 })
    expect(repeated.headers['idempotency-replayed']).toBe('true')
    expect(await rows()).toHaveLength(1)
  })

  it('comes back as it was exported, and changes nothing', async () => {
    await makeProduct(shop.deps.orm, oud, {
      name: '=Oud; "+1"',
      description: 'One\nline, and\r\n-another',
      originalPrice: 9_000,
    })
    await makeProduct(shop.deps.orm, oud, { notesTop: ['Saffron', 'Taif rose'], concentration: '@18%', isNew: true })
    await makeProduct(shop.deps.orm, oud, {
      notesTop: ['Oud; smoky', 'Lime, "wild"', '=Rose', '5" musk', '"'],
      notesBase: ['Amber; =1'],
    })
    const all = async () => [
      await shop.query('select to_jsonb(p) from products p order by id'),
      await shop.query('select to_jsonb(v) from variants v order by id'),
      await shop.query('select max(id) from events'),
    ]
    const before = await all()
    const file = await download()
    expect(file).toContain('Product ID,Name,Description,Category,Price (Ksh),Original price (Ksh),Size (ml)')
    const nothing = { created: 0, updated: 0, unchanged: 3, changes: [], kept: [], problems: [] }
    expect(await load(file, true)).toEqual({ isStored: false, ...nothing })
    expect(await load(file)).toEqual({ isStored: true, ...nothing })
    // A spreadsheet writes line ends and numbers its own way.
    const resaved = file.replace('line, and\r\n', 'line, and\n').replaceAll(',2500,', ',"2,500.00",')
    expect(resaved).not.toBe(file)
    expect(await load(resaved)).toEqual({ isStored: true, ...nothing })
    expect(await all()).toEqual(before)
    expect(await download()).toBe(file)
  })

  describe('that was exported before the shop was changed', () => {
    const inShop = () =>
      shop.query(
        'select p.name, p.price, v.sold_out as "soldOut" from products p join variants v on v.product_id = p.id',
      )
    const edit = (id: string, payload: object) =>
      shop.app.inject({ method: 'PATCH', url: `/api/products/${id}`, headers, payload })
    const switchOff = (id: string, soldOut: boolean) =>
      shop.app.inject({ method: 'PATCH', url: `/api/admin/products/${id}/stock`, headers, payload: { soldOut } })

    it('brings no old price, name or switch back by cells that were left alone', async () => {
      const { id } = await makeProduct(shop.deps.orm, oud, { name: 'Zahra', price: 4_000 })
      const monday = await download()
      await edit(id, { price: 5_000 })
      await switchOff(id, true)
      const wednesday = monday.replace(',Zahra,', ',Oud Zahra,')
      const answer = {
        created: 0,
        updated: 1,
        unchanged: 0,
        changes: [{ row: 2, name: 'Zahra', column: 'Name', from: 'Zahra', to: 'Oud Zahra' }],
        kept: [
          { row: 2, name: 'Zahra', column: 'Price (Ksh)', from: '5000', to: '4000' },
          { row: 2, name: 'Zahra', column: 'Sold out', from: 'yes', to: 'no' },
        ],
        problems: [],
      }
      expect(await load(wednesday, true)).toEqual({ isStored: false, ...answer })
      expect(await load(wednesday)).toEqual({ isStored: true, ...answer })
      expect(await inShop()).toEqual([{ name: 'Oud Zahra', price: 5_000, soldOut: true }])
      expect(await load(monday)).toMatchObject({ isStored: true, updated: 0, unchanged: 0, changes: [] })
      expect(await inShop()).toEqual([{ name: 'Oud Zahra', price: 5_000, soldOut: true }])
    })

    it('names what stays, where it is to take a mistake back that came by the same file', async () => {
      await makeProduct(shop.deps.orm, oud, { name: 'Zahra', price: 4_850 })
      await makeProduct(shop.deps.orm, oud, { name: 'Rose', price: 2_500 })
      const file = await download()
      expect(await load(file.replace(',4850,', ',5200,'))).toMatchObject({ isStored: true, updated: 1, kept: [] })
      const kept = { row: 3, name: 'Zahra', column: 'Price (Ksh)', from: '5200', to: '4850' }
      for (const isDryRun of [true, false]) {
        const answer = { isStored: !isDryRun, created: 0, updated: 0, unchanged: 1, changes: [], problems: [] }
        expect(await load(file, isDryRun)).toEqual({ ...answer, kept: [kept] })
      }
      const meant = file.replaceAll(/,v1[\w-]+/g, ',')
      expect(await load(meant)).toMatchObject({ isStored: true, changes: [kept], kept: [] })
    })

    it('is refused where both have changed the same cell, until its row says which of the two is meant', async () => {
      const { id } = await makeProduct(shop.deps.orm, oud, { name: 'Zahra', price: 4_000 })
      const file = (await download()).replace(',4000,', ',4200,').replace(',Zahra,', ',Oud Zahra,')
      await edit(id, { price: 5_000 })
      const outdated = {
        row: 2,
        column: 'Price (Ksh)',
        message:
          'The shop has another value than when this file was exported, perhaps by an import of this file: “5000” there, “4200” here. Export it again and change that file. To store this whole row as it stands, with every older value in it, empty its "Version at export".',
      }
      for (const isDryRun of [true, false]) {
        expect(await load(file, isDryRun)).toMatchObject({ isStored: false, problems: [outdated] })
      }
      expect(await inShop()).toMatchObject([{ name: 'Zahra', price: 5_000 }])
      expect(await load(file.replace(',4200,', ',"5,000",'))).toMatchObject({ isStored: true, updated: 1 })
      expect(await inShop()).toMatchObject([{ name: 'Oud Zahra', price: 5_000 }])
      const price = { row: 2, name: 'Oud Zahra', column: 'Price (Ksh)', from: '5000', to: '4200' }
      const meant = file.replace(/,v1[\w-]+/, ',')
      expect(await load(meant)).toMatchObject({ isStored: true, changes: [price], problems: [] })
      expect(await inShop()).toMatchObject([{ price: 4_200 }])
    })

    it('is not told that the shop was changed by others, where it comes a second time with another price', async () => {
      await makeProduct(shop.deps.orm, oud, { name: 'Zahra', price: 4_000 })
      const file = await download()
      expect(await load(file.replace(',4000,', ',4200,'))).toMatchObject({ isStored: true, updated: 1 })
      const refused = await load(file.replace(',4000,', ',4300,'))
      expect(refused).toMatchObject({ isStored: false, problems: [{ row: 2, column: 'Price (Ksh)' }] })
      expect(refused.problems[0]?.message).toMatch(
        /perhaps by an import of this file: “4200” there, “4300” here\. Export it again/,
      )
      expect(await load((await download()).replace(',4200,', ',4300,'))).toMatchObject({ isStored: true, updated: 1 })
      expect(await inShop()).toMatchObject([{ price: 4_300 }])
    })

    it('leaves a category alone that has another name since', async () => {
      await makeProduct(shop.deps.orm, oud, { name: 'Zahra' })
      const file = await download()
      const renamed = await shop.app.inject({
        method: 'PATCH',
        url: `/api/categories/${oud.id}`,
        headers,
        payload: { name: 'Agarwood' },
      })
      expect(renamed.statusCode).toBe(200)
      const kept = [{ row: 2, name: 'Zahra', column: 'Category', from: 'Agarwood', to: 'Oud' }]
      expect(await load(file)).toMatchObject({ isStored: true, updated: 0, changes: [], kept, problems: [] })
    })

    it('says of a file without versions what each row would change, as it was made by hand or by an older shop', async () => {
      const { id } = await makeProduct(shop.deps.orm, oud, { name: 'Zahra', price: 4_000, notesTop: ['Saffron'] })
      const same = await makeProduct(shop.deps.orm, oud, { name: 'Rose' })
      await shop.query('update variants set stock_count = 12 where product_id = $1', [id])
      const file = [
        'Product ID,Name,Price,Top notes,In stock,In stock at export,Sold out',
        `${same.id},Rose,2500,,,,no`,
        `${id},Zahra,4200,"Saffron, Lime",10,15,yes`,
      ].join('\n')
      const change = { row: 3, name: 'Zahra' }
      expect(await load(file)).toEqual({
        isStored: true,
        created: 0,
        updated: 1,
        unchanged: 1,
        changes: [
          { ...change, column: 'Price (Ksh)', from: '4000', to: '4200' },
          { ...change, column: 'Top notes', from: 'Saffron', to: 'Saffron, Lime' },
          { ...change, column: 'Sold out', from: 'no', to: 'yes' },
          { ...change, column: 'In stock', from: '12', to: '7' },
        ],
        kept: [],
        problems: [],
      })
    })

    it('stores nothing by a version that belongs to another row or is none', async () => {
      for (const name of ['Rose', 'Zahra']) await makeProduct(shop.deps.orm, oud, { name })
      const file = (await download()).replace(',Rose,', ',Taif rose,').replace(',Zahra,', ',Oud Zahra,')
      const [first = '', second = ''] = file.match(/v1[\w-]+/g) ?? []
      const sorted = file.replace(first, '\0').replace(second, first).replace('\0', second)
      expect((await load(sorted)).problems.map(({ row, column }) => [row, column])).toEqual([
        [2, 'Name'],
        [3, 'Name'],
      ])
      const problem = { row: 2, column: 'Version at export', message: 'Leave it as the export wrote it' }
      expect((await load(file.replace(first, '27/11/2026'))).problems).toEqual([problem])
    })
  })

  it('keeps the pictures that were uploaded here though the shop has moved to another address since', async () => {
    await shop.query('delete from uploaded_pictures')
    const pictures = await shop.query<{ id: string }>(
      `insert into uploaded_pictures (id, unused_since) select gen_random_uuid(), now() - interval '2 days'
       from generate_series(1, 2) returning id`,
    )
    const [first, behind] = pictures.map(({ id }) => `/media/${id}/1080.jpg`)
    const foreign = 'https://old.test/media/11111111-1111-4111-8111-111111111111/1080.jpg'
    const { id } = await makeProduct(shop.deps.orm, oud, { name: 'Ours', image: first })
    await makeProduct(shop.deps.orm, oud, { name: 'Somebody else’s', image: foreign })
    const patch = (morePictures: readonly object[]) =>
      shop.app.inject({ method: 'PATCH', url: `/api/products/${id}`, headers, payload: { morePictures } })
    expect((await patch([{ image: `http://shop.test${behind}`, alt: '' }])).statusCode).toBe(200)
    const stored = async () => [
      await shop.query('select name, image from products order by name'),
      await shop.query('select image from product_pictures'),
      await shop.query('select id, unused_since from uploaded_pictures order by id'),
    ]
    const before = await stored()
    expect(before.slice(0, 2)).toEqual([
      [
        { name: 'Ours', image: first },
        { name: 'Somebody else’s', image: foreign },
      ],
      [{ image: behind }],
    ])
    const file = (await download()).replaceAll('http://shop.test/media/', 'https://old.test/media/')
    expect(await load(file)).toMatchObject({ isStored: true, unchanged: 2 })
    expect((await patch([{ image: `https://old.test${behind}`, alt: '' }])).statusCode).toBe(200)
    expect(await stored()).toEqual(before)
  })

  it('adds what has no id, changes what has one, and leaves columns alone that it lacks', async () => {
    const { id } = await makeProduct(shop.deps.orm, oud, { name: 'Old', notesTop: ['Saffron'], isNew: true })
    const file = `Name;Price;Product ID\r\nNew name;4,850;${id}\r\n`
    expect(await load(file)).toMatchObject({ isStored: true, created: 0, updated: 1 })
    expect(await rows()).toEqual([
      { name: 'New name', price: 4_850, original_price: null, notes_top: ['Saffron'], notes_base: [], is_new: true },
    ])
    const added = `Name,Price,Category,Description,Image,Top notes,Base notes\nAdded,100,OUD,Smoke,${image},"Lime, Mint","Oud; ""wild"" musk;"\n`
    expect(await load(added)).toMatchObject({ isStored: true, created: 1, updated: 0 })
    expect(await rows()).toMatchObject([
      { name: 'Added', notes_top: ['Lime', 'Mint'], notes_base: ['Oud', '"wild" musk'] },
      { name: 'New name' },
    ])
  })

  it('counts what is in stock by the change since the export, so that orders that came meanwhile are not forgotten', async () => {
    const products = await Promise.all(
      ['Bakhoor', 'Jasmine', 'Oud', 'Rose'].map((name) => makeProduct(shop.deps.orm, oud, { name })),
    )
    const [bakhoor, jasmine, oudZahra, rose] = products.map(({ id }) => id)
    const count = (id: string | undefined, pieces: number) =>
      shop.query('update variants set stock_count = $2 where product_id = $1', [id, pieces])
    const stock = () =>
      shop.query(
        'select p.name, v.stock_count as count, v.sold_out as "soldOut" from variants v join products p on p.id = v.product_id order by p.name',
      )
    for (const id of [bakhoor, jasmine, oudZahra]) await count(id, 12)
    const file = await download()
    expect(file).toContain('New,In stock,In stock at export,Sold out,Stock line at export,Version at export\r\n')
    expect(file).toContain('no,12,12,no,,v1')
    // Two are sold of each before the file comes back.
    for (const id of [bakhoor, jasmine, oudZahra]) await count(id, 10)
    expect(await load(file)).toMatchObject({ isStored: true, updated: 0, unchanged: 4 })
    expect(await stock()).toMatchObject([{ count: 10 }, { count: 10 }, { count: 10 }, { count: null }])
    const changed = [
      'Product ID,Name,In stock,In stock at export,Sold out',
      `${bakhoor},Bakhoor,32,12,no`,
      `${jasmine},Jasmine,,12,yes`,
      `${oudZahra},Oud,0,12,no`,
      `${rose},Rose,7,,no`,
    ].join('\n')
    expect(await load(changed)).toMatchObject({ isStored: true })
    expect(await stock()).toEqual([
      { name: 'Bakhoor', count: 30, soldOut: false },
      { name: 'Jasmine', count: null, soldOut: true },
      { name: 'Oud', count: 0, soldOut: false },
      { name: 'Rose', count: 7, soldOut: false },
    ])
    expect(await load(`Product ID,Name,In stock\n${oudZahra},Oud,"1,200"\n`)).toMatchObject({ isStored: true })
    const added = `Name,Price,Category,Description,Image,In stock,Sold out\nZafarani,100,Oud,Smoke,${image},5,\n`
    expect(await load(added)).toMatchObject({ isStored: true, created: 1 })
    expect((await stock()).slice(2)).toEqual([
      { name: 'Oud', count: 1_200, soldOut: false },
      { name: 'Rose', count: 7, soldOut: false },
      { name: 'Zafarani', count: 5, soldOut: false },
    ])
  })

  it('adds nothing twice where it comes twice, and nothing to a count that is newer', async () => {
    const { id } = await makeProduct(shop.deps.orm, oud, { name: 'Oud' })
    const count = (pieces: number) =>
      shop.app.inject({
        method: 'PATCH',
        url: `/api/admin/products/${id}/stock`,
        headers,
        payload: { stockCount: pieces },
      })
    const left = async () => (await shop.query<{ n: number }>('select stock_count as n from variants'))[0]?.n
    const row = (stock: string) => `Product ID,Name,In stock,In stock at export\n${id},Oud,${stock}\n`
    await count(5)
    expect((await load(row('15,5'))).isStored).toBe(true)
    const refused = {
      isStored: false,
      problems: [
        { row: 2, column: 'In stock', message: 'It was counted since this file was exported. Export it again.' },
      ],
    }
    expect(await load(row('15,5'), true)).toMatchObject(refused)
    expect(await load(row('15,5'))).toMatchObject(refused)
    expect(await left()).toBe(15)
    await count(7)
    expect(await load(row('20,15'))).toMatchObject(refused)
    expect((await load(row('7,7'))).isStored).toBe(true)
    expect((await load(row('9,7'))).isStored).toBe(true)
    expect(await left()).toBe(9)
  })

  describe('that comes again after some were sold', () => {
    const refused = { isStored: false, problems: [{ row: 2, column: 'In stock' }] }
    const left = async () => (await shop.query<{ n: number }>('select stock_count as n from variants'))[0]?.n
    const count = (id: string, stockCount: number | null) =>
      shop.app.inject({ method: 'PATCH', url: `/api/admin/products/${id}/stock`, headers, payload: { stockCount } })
    async function order(product: Awaited<ReturnType<typeof makeProduct>>, quantity: number) {
      const { order, items } = orderRequest(product)
      const subtotal = product.price * quantity
      const total = subtotal + order.deliveryCharge
      const payload = { order: { ...order, subtotal, total }, items: items.map((line) => ({ ...line, quantity })) }
      expect((await shop.app.inject({ method: 'POST', url: '/api/orders', payload })).statusCode).toBe(201)
    }
    /** The exported file with another count, with or without the column that older exports lack. */
    const counted = (file: string, from: string, to: string, hasLine: boolean) => {
      const cells = file
        .trim()
        .split('\r\n')
        .map((line) => line.split(','))
      const [headings = [], row = []] = cells
      const place = headings.indexOf('In stock')
      expect(row[place]).toBe(from)
      row[place] = to
      return cells.map((line) => (hasLine ? line : line.slice(0, -2)).join(',')).join('\n')
    }

    it.each([true, false])(
      'brings no sold pieces back by its first count; with its line of the ledger: %s',
      async (hasLine) => {
        const product = await makeProduct(shop.deps.orm, oud)
        await count(product.id, 3)
        await count(product.id, null)
        const file = counted(await download(), '', '12', hasLine)
        expect((await load(file)).isStored).toBe(true)
        await order(product, 4)
        expect(await load(file)).toMatchObject(refused)
        expect(await left()).toBe(8)
      },
    )

    it.each([true, false])(
      'adds no pieces twice though as few were left as at the export; with its line of the ledger: %s',
      async (hasLine) => {
        const product = await makeProduct(shop.deps.orm, oud)
        await count(product.id, 5)
        const file = counted(await download(), '5', '15', hasLine)
        await order(product, 1)
        expect((await load(file)).isStored).toBe(true)
        for (const quantity of [9, 2]) await order(product, quantity)
        expect(await load(file)).toMatchObject(refused)
        expect(await left()).toBe(3)
        const next = counted(await download(), '3', '13', true)
        expect((await load(next)).isStored).toBe(true)
        expect(await left()).toBe(13)
      },
    )

    it('is no file that adds as many as the one before it, and says where it may be', async () => {
      const product = await makeProduct(shop.deps.orm, oud)
      await count(product.id, 5)
      const first = counted(await download(), '5', '15', false)
      expect((await load(first)).isStored).toBe(true)
      await order(product, 3)
      const second = counted(await download(), '12', '22', false)
      expect((await load(second)).isStored).toBe(true)
      expect(await left()).toBe(22)
      expect(await load(second)).toMatchObject(refused)
      await order(product, 10)
      const message =
        'This file may have been stored already. Export it again and keep the column "Stock line at export".'
      expect(await load(second)).toMatchObject({ isStored: false, problems: [{ row: 2, column: 'In stock', message }] })
      expect(await left()).toBe(12)
    })

    it('stops no counting that began again since', async () => {
      const product = await makeProduct(shop.deps.orm, oud)
      await count(product.id, 5)
      const file = counted(await download(), '5', '', true)
      expect((await load(file)).isStored).toBe(true)
      await count(product.id, 20)
      expect(await load(file)).toMatchObject(refused)
      expect(await left()).toBe(20)
    })
  })

  it('adds nothing twice where it comes a second time while it is stored', async () => {
    const { id } = await makeProduct(shop.deps.orm, oud, { name: 'Oud' })
    const url = `/api/admin/products/${id}/stock`
    await shop.app.inject({ method: 'PATCH', url, headers, payload: { stockCount: 5 } })
    const file = `Product ID,Name,In stock,In stock at export\n${id},Oud,15,5\n`
    const somebody = newClient(shop.databaseUrl)
    await somebody.connect()
    await somebody.query('begin')
    await somebody.query('select from products where id = $1 for update', [id])
    const both = Promise.all([load(file), load(file)])
    try {
      while ((await shop.query(isWaiting)).length < 2) await new Promise((resolve) => setTimeout(resolve, 5))
    } finally {
      await somebody.end()
    }
    expect((await both).map(({ isStored }) => isStored).toSorted()).toEqual([false, true])
    expect(await shop.query('select stock_count as n from variants')).toEqual([{ n: 15 }])
  })

  it('brings no old price back that was changed while the file was read', async () => {
    const { id } = await makeProduct(shop.deps.orm, oud, { name: 'Oud', price: 4_000 })
    const somebody = newClient(shop.databaseUrl)
    await somebody.connect()
    await somebody.query('begin')
    await somebody.query('update products set price = 5000, updated_at = clock_timestamp() where id = $1', [id])
    const loaded = load(`Product ID,Name\n${id},Oud Zahra\n`)
    try {
      while ((await shop.query(isWaiting)).length === 0) await new Promise((resolve) => setTimeout(resolve, 5))
      await somebody.query('commit')
    } finally {
      await somebody.end()
    }
    expect(await loaded).toMatchObject({ isStored: true })
    expect(await rows()).toMatchObject([{ name: 'Oud Zahra', price: 5_000 }])
  })

  it('lets a category be renamed first, and holds nothing that this waits for', async () => {
    const { id } = await makeProduct(shop.deps.orm, oud, { name: 'Zahra' })
    const somebody = newClient(shop.databaseUrl)
    await somebody.connect()
    await somebody.query('begin')
    await somebody.query('select from categories where id = $1 for update', [oud.id])
    await somebody.query(`update categories set name = 'Agarwood' where id = $1`, [oud.id])
    const sent = send(`Product ID,Name\n${id},Oud Zahra\n`, false)
    try {
      while ((await shop.query(isWaiting)).length === 0) await new Promise((resolve) => setTimeout(resolve, 5))
      await somebody.query(`update products set category = 'Agarwood' where id = $1`, [id])
      await somebody.query('commit')
    } finally {
      await somebody.end()
    }
    expect((await sent).json()).toMatchObject({ isStored: true })
    expect(await shop.query('select name, category from products')).toEqual([
      { name: 'Oud Zahra', category: 'Agarwood' },
    ])
  })

  it.each(['looked at', 'stored'])('keeps no order of its perfumes waiting while it is %s', async (done) => {
    const [bakhoor, rose] = [await makeProduct(shop.deps.orm, oud), await makeProduct(shop.deps.orm, oud)]
    await shop.query('update variants set stock_count = 12')
    const file = [
      'Product ID,Name,Description,In stock,In stock at export,Sold out',
      `${bakhoor.id},Bakhoor,Smoke,32,12,no`,
      `${rose.id},Rose,Petals,12,12,no`,
    ].join('\n')
    // Somebody else is saving the last one, which keeps the file where it is.
    const somebody = newClient(shop.databaseUrl)
    await somebody.connect()
    await somebody.query('begin')
    await somebody.query('select from products where id = $1 for update', [rose.id])
    let isDone = false
    const loaded = load(file, done === 'looked at').finally(() => {
      isDone = true
    })
    const { order, items } = orderRequest(bakhoor)
    try {
      while ((await shop.query(isWaiting)).length === 0) await new Promise((resolve) => setTimeout(resolve, 5))
      const ordered = await shop.app.inject({ method: 'POST', url: '/api/orders', payload: { order, items } })
      expect([ordered.statusCode, isDone]).toEqual([201, false])
    } finally {
      await somebody.end()
    }
    expect((await loaded).problems).toEqual([])
    const quantity = items.reduce((sum, line) => sum + line.quantity, 0)
    const left = await shop.query('select stock_count as n from variants where product_id = $1', [bakhoor.id])
    expect(left).toEqual([{ n: (done === 'stored' ? 32 : 12) - quantity }])
  })

  describe('with new prices, sizes and counts', () => {
    const priced = (id: string, last: string) => `${id},Oud Zahra,4850,5000,80,32,12,${last}`
    const headings = 'Product ID,Name,Price,Original price,Size (ml),In stock,In stock at export'
    const somebodyElse = async (locked: string, values: unknown[]) => {
      const somebody = newClient(shop.databaseUrl)
      await somebody.connect()
      await somebody.query('begin')
      await somebody.query(locked, values)
      return somebody
    }
    const waitsForSomebody = async () => {
      while ((await shop.query(isWaiting)).length === 0) await new Promise((resolve) => setTimeout(resolve, 5))
    }

    it.each([true, false])('keeps no order waiting before its last row is read; in a dry run: %s', async (isDryRun) => {
      const [bakhoor, rose] = [await makeProduct(shop.deps.orm, oud), await makeProduct(shop.deps.orm, oud)]
      await shop.query('update variants set stock_count = 12')
      const [picture] = await shop.query<{ id: string }>(
        'insert into uploaded_pictures (id) values (gen_random_uuid()) returning id',
      )
      const file = [
        `${headings},Image`,
        priced(bakhoor.id, image),
        priced(rose.id, `http://shop.test/media/${picture?.id}/1080.jpg`),
      ].join('\n')
      const somebody = await somebodyElse('select from uploaded_pictures where id = $1 for update', [picture?.id])
      const loaded = load(file, isDryRun)
      const { order, items } = orderRequest(bakhoor)
      try {
        await waitsForSomebody()
        const ordered = await shop.app.inject({ method: 'POST', url: '/api/orders', payload: { order, items } })
        expect(ordered.statusCode).toBe(201)
      } finally {
        await somebody.end()
      }
      expect(await loaded).toMatchObject({ isStored: !isDryRun, problems: [] })
    })

    it('takes the variants in the order in which orders take them, whatever the order of its rows', async () => {
      const products = [await makeProduct(shop.deps.orm, oud), await makeProduct(shop.deps.orm, oud)]
      await shop.query('update variants set stock_count = 12')
      const byVariant = await shop.query<{ id: string; product: string }>(
        'select id, product_id as product from variants order by id',
      )
      const [first, last] = byVariant
      const rowsBackwards = byVariant.toReversed().map(({ product }) => priced(product, 'no'))
      const file = [`${headings},Sold out`, ...rowsBackwards].join('\n')
      const somebody = await somebodyElse('select from variants where id = $1 for update', [first?.id])
      const loaded = load(file)
      try {
        await waitsForSomebody()
        await somebody.query('select from variants where id = $1 for update nowait', [last?.id])
        await somebody.query('commit')
      } finally {
        await somebody.end()
      }
      expect(await loaded).toMatchObject({ isStored: true, updated: products.length })
      const sold = { price: 4_850, original_price: 5_000, ml: 80, stock_count: 32 }
      expect(await shop.query('select price, original_price, ml, stock_count from variants')).toEqual([sold, sold])
    })

    it.each([
      ['counts one anew', 20],
      ['stops counting one', null],
    ])('stores nothing where somebody %s while it waits for the products', async (_how, count) => {
      const products = [await makeProduct(shop.deps.orm, oud), await makeProduct(shop.deps.orm, oud)]
      await shop.query('update variants set stock_count = 12')
      const [counted] = products
      const file = [`${headings},Sold out`, ...products.map(({ id }) => priced(id, 'no'))].join('\n')
      const somebody = await somebodyElse(
        `with counted as (update variants set stock_count = $1 where product_id = $2 returning id)
         insert into stock_changes (variant_id, reason, pieces, count_after, occurred_at)
         select id, 'counted', $1::int - 12, $1, now() from counted`,
        [count, counted?.id],
      )
      const loaded = load(file)
      try {
        await waitsForSomebody()
        await somebody.query('commit')
      } finally {
        await somebody.end()
      }
      expect(await loaded).toMatchObject({
        isStored: false,
        problems: [{ row: 2, column: 'In stock', message: expect.stringMatching(/^It was counted since/) }],
      })
      const left = await shop.query<{ n: number | null }>('select stock_count as n from variants order by n')
      expect(left.map(({ n }) => n)).toEqual(count === null ? [12, null] : [12, count])
      expect(await shop.query('select from products where name = $1', ['Oud Zahra'])).toEqual([])
    })

    it('refuses a form that was opened before its size was another', async () => {
      const { id } = await makeProduct(shop.deps.orm, oud)
      const get = () => shop.app.inject({ url: `/api/products/${id}` })
      const { updatedAt } = (await get()).json()
      expect(await load(`Product ID,Name,Size (ml)\n${id},Kept,80\n`)).toMatchObject({ isStored: true })
      expect((await get()).json()).toMatchObject({ ml: 80 })
      const payload = { name: 'Older', updatedAt }
      const saved = await shop.app.inject({ method: 'PATCH', url: `/api/products/${id}`, headers, payload })
      expect(saved.statusCode).toBe(409)
    })
  })

  it('names bad counts and switches, in a dry run too', async () => {
    const lines = ['few,no', '2.5,no', '-1,no', '3,perhaps'].map(async (stock) => {
      const { id } = await makeProduct(shop.deps.orm, oud, { name: 'Kept' })
      return `${id},Kept,${stock}`
    })
    const file = ['Product ID,Name,In stock,Sold out', ...(await Promise.all(lines))]
    expect((await load(file.join('\n'), true)).problems).toEqual([
      { row: 2, column: 'In stock', message: 'Write whole pieces, or nothing where they are not counted' },
      { row: 3, column: 'In stock', message: 'Write whole pieces, or nothing where they are not counted' },
      { row: 4, column: 'In stock', message: 'Write 0 or more pieces' },
      { row: 5, column: 'Sold out', message: 'Write yes or no' },
    ])
    const line = `Product ID,Name,Stock line at export\n${(await makeProduct(shop.deps.orm, oud)).id},Kept,third\n`
    expect((await load(line, true)).problems).toContainEqual({
      row: 2,
      column: 'Stock line at export',
      message: 'Leave it as the export wrote it',
    })
  })

  it('names every bad row and column, and stores none of it', async () => {
    const { id } = await makeProduct(shop.deps.orm, oud, { name: 'Kept' })
    const file = [
      'Product ID,Name,Description,Category,Price (Ksh),Image,New',
      `${id},Changed,Smoke,Oud,100,${image},`,
      `,,Smoke,Oud,0,${image},yes`,
      `,Cents,Smoke,Oud,10.50,${image},perhaps`,
      `,,Smoke,Rose,10,${image},no`,
      `11111111-1111-4111-8111-111111111111,Gone,Smoke,Oud,10,${image},`,
      `7,Wrong id,Smoke,Oud,10,${image},`,
      ',Without a picture,Smoke,Oud,10,,',
    ].join('\n')
    const { problems, changes: _, ...outcome } = await load(file)
    expect(outcome).toEqual({ isStored: false, created: 4, updated: 3, unchanged: 0, kept: [] })
    expect(problems).toEqual([
      { row: 3, column: 'Name', message: 'Name is required' },
      { row: 3, column: 'Price (Ksh)', message: 'Price must be greater than 0' },
      { row: 4, column: 'Price (Ksh)', message: 'Enter whole shillings, without cents' },
      { row: 4, column: 'New', message: 'Write yes or no' },
      { row: 5, column: 'Category', message: 'There is no category Rose.' },
      { row: 5, column: 'Name', message: 'Name is required' },
      { row: 6, column: 'Product ID', message: expect.stringContaining('Product') },
      { row: 7, column: 'Product ID', message: 'This is no id of a product. Leave it empty to add one.' },
      { row: 8, column: 'Image', message: 'Please enter a valid image URL' },
    ])
    expect(await rows()).toMatchObject([{ name: 'Kept' }])
  })

  it('asks for the columns that a perfume to be added lacks in the words of the form', async () => {
    const { problems } = await load('Name,Price (Ksh)\nAdded,100\n')
    expect(problems).toEqual([
      { row: 2, column: 'Description', message: 'Description is required' },
      { row: 2, column: 'Image', message: 'Please enter a valid image URL' },
      { row: 2, column: 'Category', message: 'Category is required' },
    ])
  })

  it.each(['4850,00', '4.850', '2.000', '4.850,00', '1,00', '48 50,0', '1e3', 'Ksh 100'])(
    'changes no price to another one that is written as elsewhere: %s',
    async (price) => {
      const { id } = await makeProduct(shop.deps.orm, oud, { name: 'Kept', price: 4_850 })
      const before = await rows()
      const message = 'Write a number, such as 4,850'
      expect(await load(`Product ID;Name;Price;Original price\n${id};Kept;${price};${price}\n`)).toMatchObject({
        isStored: false,
        problems: [
          { row: 2, column: 'Price (Ksh)', message },
          { row: 2, column: 'Original price (Ksh)', message },
        ],
      })
      expect(await rows()).toEqual(before)
    },
  )

  it('overwrites no product by a copy of its row that still has its id', async () => {
    const { id } = await makeProduct(shop.deps.orm, oud, { name: 'Kept' })
    const file = `Product ID,Name\n${id},Kept\n${id.toUpperCase()},A copy\n,\n`
    expect(await load(file)).toMatchObject({
      isStored: false,
      problems: [{ row: 3, column: 'Product ID', message: 'Row 2 has the same id. Leave it empty to add one.' }],
    })
    expect(await rows()).toMatchObject([{ name: 'Kept' }])
  })

  it.each([
    ['12', 12],
    ['8', 8],
    ['20', 20],
    ['', null],
  ])('adds a copy of an exported row, whose id is empty, with the %s pieces that it says', async (pieces, count) => {
    const heads = 'Product ID,Name,Price,Category,Description,Image,In stock,In stock at export,Stock line at export'
    expect(await load(`${heads}\n,A copy,100,Oud,Smoke,${image},${pieces},12,7\n`)).toMatchObject({ isStored: true })
    expect(await shop.query('select stock_count as n from variants')).toEqual([{ n: count }])
  })

  it('is only looked at in a dry run', async () => {
    const file = `Name,Price,Category,Description,Image\nAdded,100,Oud,Smoke,${image}\n`
    const outcome = { isStored: false, created: 1, updated: 0, unchanged: 0, changes: [], kept: [], problems: [] }
    expect(await load(file, true)).toEqual(outcome)
    expect(await rows()).toEqual([])
  })

  it.each([
    ['', 'The file is empty'],
    ['Price\n10\n', 'The first line must hold the headings, such as Product ID, Name and Price (Ksh).'],
    ['Name,Colour\nOud,red\n', 'Column 2 has a heading that the shop does not know.'],
    ['Name,Name\nOud,Oud\n', 'Two columns have the same heading.'],
    ['Name\nCr\uFFFDme\n', 'This file is not saved as UTF-8: letters like é would be lost. Save it as “CSV UTF-8”.'],
    [
      'Name,Price\nOud,1,\nRose,4,850\n',
      'Row 3 has a cell under no heading. Where a cell holds a comma or semicolon itself, as in 4,850, put quotes around it.',
    ],
    [
      'Name,Price,\nRose,4,850\n',
      'Row 2 has a cell under no heading. Where a cell holds a comma or semicolon itself, as in 4,850, put quotes around it.',
    ],
    ['Name\n"Oud\n', 'This is no CSV file that the shop can read: a quote is not closed.'],
    [`Name\n${'Oud\n'.repeat(301)}`, 'The file has more than 300 products. Split it.'],
    [`Name\n${'O'.repeat(90_000)}`, 'The file is too large. Split it into smaller ones.'],
  ])('is refused whole: %.20s', async (file, message) => {
    const answer = await send(file, false)
    expect([answer.statusCode, answer.json().fields]).toEqual([400, { csv: message }])
  })
})
