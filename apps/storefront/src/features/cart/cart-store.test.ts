import type { CartItem } from '@marashi/domain/rules/cart'
import { addToCart, emptyCart } from '@marashi/domain/rules/cart'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { cartStorageKey, createCartStore } from './cart-store.ts'

const oud: Omit<CartItem, 'quantity'> = {
  id: 'oud',
  name: 'Oud Zahra',
  price: 6800,
  image: '/oud.jpg',
  category: 'Oud',
}
const rose: Omit<CartItem, 'quantity'> = {
  id: 'rose',
  name: 'Taif Rose',
  price: 4850,
  image: '/r.jpg',
  category: 'Rose',
}

const savedIds = () => JSON.parse(localStorage.getItem(cartStorageKey) ?? '[]').map((item: CartItem) => item.id)

/** What another tab does: it writes, and this tab receives a storage event. */
function writeInOtherTab(text: string | null, key: string | null = cartStorageKey) {
  if (text === null) localStorage.clear()
  else localStorage.setItem(cartStorageKey, text)
  window.dispatchEvent(new StorageEvent('storage', { key, newValue: text }))
}

afterEach(() => {
  vi.restoreAllMocks()
  localStorage.clear()
})

describe('a saved cart', () => {
  it('is there again after a reload', () => {
    createCartStore().change((cart) => addToCart(cart, oud))
    expect(createCartStore().read()).toMatchObject({ itemCount: 1, total: 6800 })
  })

  it('is kept as a JSON list of items, total and count left out', () => {
    createCartStore().change((cart) => addToCart(cart, oud))
    expect(JSON.parse(localStorage.getItem('cart') ?? '')).toEqual([{ ...oud, quantity: 1 }])
  })

  it.each(['not json', '{}', '[{"id":"oud"}]', '[null]', '"text"'])(
    'that is corrupt (%s) is ignored and logged only',
    (text) => {
      const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
      localStorage.setItem(cartStorageKey, text)
      expect(createCartStore().read()).toEqual(emptyCart)
      expect(warn).toHaveBeenCalledOnce()
    },
  )

  it('that never existed logs nothing', () => {
    const warn = vi.spyOn(console, 'warn')
    expect(createCartStore().read()).toEqual(emptyCart)
    expect(warn).not.toHaveBeenCalled()
  })
})

describe('two open tabs', () => {
  it('show the same cart as soon as one of them changes it', () => {
    const store = createCartStore()
    const listener = vi.fn()
    const stop = store.subscribe(listener)
    writeInOtherTab(JSON.stringify([{ ...rose, quantity: 3 }]))
    expect(listener).toHaveBeenCalledOnce()
    expect(store.read().itemCount).toBe(3)
    stop()
  })

  it('do not overwrite each other, even before a storage event arrives', () => {
    const here = createCartStore()
    const there = createCartStore()
    there.change((cart) => addToCart(cart, rose))
    here.change((cart) => addToCart(cart, oud))
    expect(savedIds()).toEqual(['rose', 'oud'])
  })

  it('are both empty when one of them clears its storage', () => {
    const store = createCartStore()
    store.change((cart) => addToCart(cart, oud))
    const stop = store.subscribe(() => {})
    writeInOtherTab(null, null)
    expect(store.read()).toEqual(emptyCart)
    stop()
  })

  it('are not disturbed by other things that are stored', () => {
    const store = createCartStore()
    const listener = vi.fn()
    const stop = store.subscribe(listener)
    window.dispatchEvent(new StorageEvent('storage', { key: 'theme' }))
    expect(listener).not.toHaveBeenCalled()
    stop()
  })
})

describe('a browser that refuses to store anything', () => {
  it('still has a cart until the page is left', () => {
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError')
    })
    vi.spyOn(console, 'warn').mockImplementation(() => {})
    const store = createCartStore()
    store.change((cart) => addToCart(cart, oud))
    store.change((cart) => addToCart(cart, oud))
    expect(store.read().itemCount).toBe(2)
  })
})

it('reads as the same object until something changes, so that React does not render for nothing', () => {
  const store = createCartStore()
  store.change((cart) => addToCart(cart, oud))
  expect(store.read()).toBe(store.read())
})
