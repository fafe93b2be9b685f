import { fc, it } from '@fast-check/vitest'
import { describe, expect } from 'vitest'
import {
  addToCart,
  type Cart,
  type CartItem,
  emptyCart,
  maxCartLines,
  maxQuantity,
  parseSavedCart,
  removeFromCart,
  serialiseCart,
  setQuantity,
} from './cart.ts'

const oud = { id: 'oud', name: 'Oud Nights', price: 1500, image: '/media/oud/1080.jpg', category: 'Oils' }
const rose = { id: 'rose', name: 'Rose Dawn', price: 900, image: '/media/rose/1080.jpg', category: 'Floral' }

describe('adding, changing and removing', () => {
  it('starts at one piece and gains one for each repeat', () => {
    const cart = addToCart(addToCart(addToCart(emptyCart, oud), rose), oud)
    expect(cart.items.map((line) => [line.id, line.quantity])).toEqual([
      ['oud', 2],
      ['rose', 1],
    ])
    expect(cart).toMatchObject({ total: 3900, itemCount: 3 })
  })

  it('stops at 99 pieces of one perfume', () => {
    const full = setQuantity(addToCart(emptyCart, oud), 'oud', maxQuantity)
    expect(addToCart(full, oud).itemCount).toBe(99)
  })

  it('accepts a 50th line but not a 51st, and still adds to the lines it has', () => {
    const lines = Array.from({ length: maxCartLines }, (_, index) => ({ ...oud, id: `oud-${index}` }))
    const full = lines.reduce(addToCart, emptyCart)
    expect(full.items).toHaveLength(50)
    expect(addToCart(full, rose)).toBe(full)
    expect(addToCart(full, { ...oud, id: 'oud-0' }).itemCount).toBe(51)
  })

  it.each([
    [0, []],
    [-1, []],
    [Number.NEGATIVE_INFINITY, []],
    [0.9, []],
    [1, [1]],
    [2.7, [2]],
    [99, [99]],
    [100, [99]],
    [Number.POSITIVE_INFINITY, [99]],
    [Number.NaN, [1]],
  ])('a quantity of %d leaves %j', (quantity, left) => {
    const cart = setQuantity(addToCart(emptyCart, oud), 'oud', quantity)
    expect(cart.items.map((line) => line.quantity)).toEqual(left)
  })

  it('ignores a perfume that is not in the cart', () => {
    const cart = addToCart(emptyCart, oud)
    expect(removeFromCart(cart, 'gone')).toEqual(cart)
    expect(setQuantity(cart, 'gone', 5)).toEqual(cart)
  })

  it('removes one line', () => {
    const cart = addToCart(addToCart(emptyCart, oud), rose)
    expect(removeFromCart(cart, 'oud')).toMatchObject({ total: 900, itemCount: 1 })
  })
})

const saved = (...changes: Record<string, unknown>[]) =>
  JSON.stringify(changes.map((change) => ({ ...oud, quantity: 1, ...change })))

describe('a saved cart', () => {
  it.each([
    ['nothing saved', null],
    ['empty text', ''],
    ['not JSON', '[{'],
    ['null', 'null'],
    ['not a list', '{"items":[]}'],
    ['a list of numbers', '[1]'],
    ['a list of null', '[null]'],
    ['one good line and one bad', saved({}, { id: 'b', price: '900' })],
    ['an empty id', saved({ id: '' })],
    ['a number as id', saved({ id: 7 })],
    ['no name', saved({ name: undefined })],
    ['a price as text', saved({ price: '1500' })],
    ['a negative price', saved({ price: -1 })],
    ['half a shilling', saved({ price: 0.5 })],
    ['a price that JSON reads as Infinity', saved({}).replace('1500', '1e999')],
    ['a price beyond any perfume', saved({ price: 100_000_001 })],
    ['NaN, which JSON writes as null', saved({ price: Number.NaN })],
    ['no pieces', saved({ quantity: 0 })],
    ['negative pieces', saved({ quantity: -2 })],
    ['half a piece', saved({ quantity: 1.5 })],
    ['100 pieces', saved({ quantity: 100 })],
    ['51 lines', saved(...Array.from({ length: 51 }, (_, index) => ({ id: `oud-${index}` })))],
  ])('is ignored whole: %s', (_, text) => {
    expect(parseSavedCart(text)).toBeNull()
  })

  it('may be empty', () => {
    expect(parseSavedCart('[]')).toEqual(emptyCart)
  })

  it('merges lines of one perfume and stops at 99', () => {
    const cart = parseSavedCart(saved({ quantity: 60 }, { id: 'rose', price: 900 }, { quantity: 60 }))
    expect(cart?.items.map((line) => [line.id, line.quantity])).toEqual([
      ['oud', 99],
      ['rose', 1],
    ])
    expect(cart?.total).toBe(99 * 1500 + 900)
  })

  it('takes nothing from the saved text but the six fields of a line', () => {
    const text = saved({ isAdmin: true }).replace('{', '{"__proto__":{"price":1},"constructor":1,')
    const cart = parseSavedCart(text)
    expect(cart?.items).toEqual([{ ...oud, quantity: 1 }])
    expect(Object.getPrototypeOf(cart?.items[0])).toBe(Object.prototype)
  })

  it('treats __proto__ as any other product id', () => {
    expect(parseSavedCart(saved({ id: '__proto__' }, { id: '__proto__' }))?.itemCount).toBe(2)
    expect(({} as Record<string, unknown>).price).toBeUndefined()
  })

  it.prop([fc.oneof(fc.string(), fc.json())])('never throws, whatever the browser kept', (text) => {
    const cart = parseSavedCart(text)
    expect(cart === null || cart.items.length <= maxCartLines).toBe(true)
  })
})

const product = fc.record({
  id: fc.constantFrom('oud', 'rose', '__proto__', 'musk'),
  name: fc.string(),
  price: fc.integer({ min: 0, max: 100_000_000 }),
  image: fc.webUrl(),
  category: fc.string(),
})
const step = fc.oneof(
  product.map((item) => (cart: Cart) => addToCart(cart, item)),
  fc.tuple(product, fc.double({ noNaN: false })).map(
    ([item, quantity]) =>
      (cart: Cart) =>
        setQuantity(cart, item.id, quantity),
  ),
  product.map((item) => (cart: Cart) => removeFromCart(cart, item.id)),
)

describe('whatever a shopper does', () => {
  it.prop([fc.array(step, { maxLength: 40 })])(
    'totals are the sums, ids are unique, and saving loses nothing',
    (steps) => {
      const cart = steps.reduce((current, change) => change(current), emptyCart)
      const sum = (of: (line: CartItem) => number) => cart.items.reduce((total, line) => total + of(line), 0)
      expect(cart.total).toBe(sum((line) => line.price * line.quantity))
      expect(cart.itemCount).toBe(sum((line) => line.quantity))
      expect(new Set(cart.items.map((line) => line.id)).size).toBe(cart.items.length)
      expect(cart.items.every((line) => line.quantity >= 1 && line.quantity <= maxQuantity)).toBe(true)
      expect(parseSavedCart(serialiseCart(cart))).toEqual(cart)
      expect(emptyCart).toEqual({ items: [], total: 0, itemCount: 0 })
    },
  )
})
