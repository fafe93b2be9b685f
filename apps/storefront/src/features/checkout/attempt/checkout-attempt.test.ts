import type { PlaceOrder } from '@marashi/domain/contracts/checkout'
import type { OrderReceipt } from '@marashi/domain/contracts/orders'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createCheckoutAttempts, type SendOrder } from './checkout-attempt.ts'
import type { Attempt } from './stored-attempt.ts'

/** A shop that keeps its orders by key, as the real one does, and whose answers may be lost. */
function shopWithOrders() {
  const ordersByKey = new Map<string, string>()
  const sent: Attempt[] = []
  let losesAnswers = false
  let hidesOrders = false
  let refusesNext: { isForNow: boolean } | undefined
  const send: SendOrder = async (attempt) => {
    sent.push(attempt)
    await Promise.resolve()
    if (refusesNext) {
      const { isForNow } = refusesNext
      refusesNext = undefined
      return { kind: 'refused', text: 'No', fields: {}, isForNow }
    }
    if (!ordersByKey.has(attempt.key)) ordersByKey.set(attempt.key, `MR${ordersByKey.size + 1}`)
    if (hidesOrders) return { kind: 'unknown', answer: 'stored' }
    if (losesAnswers) return { kind: 'unknown', answer: 'none' }
    return { kind: 'placed', receipt: { orderNumber: ordersByKey.get(attempt.key) } as OrderReceipt }
  }
  return {
    send,
    sent,
    orders: () => [...ordersByKey.values()],
    loseAnswers: (isLosing: boolean) => {
      losesAnswers = isLosing
    },
    /** As a new version of the shop does that reads what was sent before as something else. */
    hideOrders: () => {
      hidesOrders = true
    },
    refuseNext: (isForNow = false) => {
      refusesNext = { isForNow }
    },
  }
}

const bodyTo = (deliveryAddress: string) =>
  ({ order: { deliveryAddress, total: 4_500 }, items: [] }) as unknown as PlaceOrder
const moiAvenue = bodyTo('Moi Avenue 1')
const bibleCentre = bodyTo('Embu, beside the market')
const phone = '0712 345 678'

let shop: ReturnType<typeof shopWithOrders>
let keys = 0
let now: number
/** What a clock that is put right leaves alone. */
let elapsed: number
const pass = (ms: number) => {
  now += ms
  elapsed += ms
}
/** The page after it was loaded or reloaded: a new object over the same storage. */
const openPage = () =>
  createCheckoutAttempts({
    send: shop.send,
    newKey: () => `key-${++keys}`,
    now: () => now,
    elapsed: () => elapsed,
  })

beforeEach(() => {
  localStorage.clear()
  shop = shopWithOrders()
  now = Date.parse('2026-11-26T09:00:00Z')
  elapsed = 7
})

afterEach(() => {
  vi.restoreAllMocks()
})

describe('one order, not two', () => {
  it('when the button is tapped twice', async () => {
    const page = openPage()
    const [first, second] = await Promise.all([page.place(moiAvenue, phone), page.place(moiAvenue, phone)])
    expect(shop.orders()).toEqual(['MR1'])
    expect(second).toEqual(first)
  })

  it('when the answer is lost and the shopper tries again', async () => {
    const page = openPage()
    shop.loseAnswers(true)
    expect(await page.place(moiAvenue, phone)).toEqual({ kind: 'unknown', answer: 'none' })
    shop.loseAnswers(false)
    expect(await page.resume()).toMatchObject({ kind: 'placed', receipt: { orderNumber: 'MR1' } })
    expect(shop.orders()).toEqual(['MR1'])
  })

  it('when the page is reloaded during the request', async () => {
    void openPage().place(moiAvenue, phone)
    const reloaded = openPage()
    expect(reloaded.pending()).toMatchObject({ body: moiAvenue, isShownAsUnknown: false })
    expect(await reloaded.resume()).toMatchObject({ kind: 'placed', receipt: { orderNumber: 'MR1' } })
    expect(shop.orders()).toEqual(['MR1'])
  })

  it('when the form is changed after a lost answer: the first order is resolved first and counts', async () => {
    const page = openPage()
    shop.loseAnswers(true)
    await page.place(moiAvenue, phone)
    shop.loseAnswers(false)
    const outcome = await page.place(bibleCentre, phone)
    expect(outcome).toMatchObject({ kind: 'placed', body: moiAvenue })
    expect(shop.orders()).toEqual(['MR1'])
  })

  it('when the answer is lost and the next try is one of too many: that says nothing of the first', async () => {
    const page = openPage()
    shop.loseAnswers(true)
    await page.place(moiAvenue, phone)
    shop.loseAnswers(false)
    shop.refuseNext(true)
    expect(await page.place(bibleCentre, phone)).toEqual({ kind: 'unknown', answer: 'failed' })
    expect(await page.place(bibleCentre, phone)).toMatchObject({ kind: 'placed', body: moiAvenue })
    expect(shop.orders()).toEqual(['MR1'])
  })

  it('when storage is forbidden and the answer is lost', async () => {
    for (const use of ['getItem', 'setItem', 'removeItem'] as const) {
      vi.spyOn(Storage.prototype, use).mockImplementation(() => {
        throw new DOMException('forbidden', 'SecurityError')
      })
    }
    const page = openPage()
    shop.loseAnswers(true)
    await page.place(moiAvenue, phone)
    shop.loseAnswers(false)
    await page.resume()
    expect(shop.orders()).toEqual(['MR1'])
  })
})

describe('the phone that pays', () => {
  it('is the one that the order was sent with, though another one is typed for another order in the next tab', async () => {
    shop.loseAnswers(true)
    await openPage().place(moiAvenue, '0712 000 111')
    shop.loseAnswers(false)
    const outcome = await openPage().place(bibleCentre, '0712 000 222')
    expect(outcome).toMatchObject({ kind: 'placed', body: moiAvenue, phone: '0712 000 111' })
  })

  it('is the same after the tab was closed, without a form', async () => {
    void openPage().place(moiAvenue, '0712 000 111')
    expect(await openPage().resume()).toMatchObject({ kind: 'placed', phone: '0712 000 111' })
  })

  it.each(['place', 'resume'] as const)('is the corrected one where the same order is sent again: %s', async (how) => {
    const page = openPage()
    shop.loseAnswers(true)
    await page.place(moiAvenue, '0712 000 111')
    shop.loseAnswers(false)
    const corrected = '0712 000 222'
    const outcome = await (how === 'place' ? page.place(moiAvenue, corrected) : page.resume(corrected))
    expect(outcome).toMatchObject({ kind: 'placed', phone: corrected })
    expect(shop.orders()).toEqual(['MR1'])
  })

  it('is nobody’s where an earlier version of the shop kept the order without it', async () => {
    localStorage.setItem('checkout-attempt', JSON.stringify({ key: 'old', body: moiAvenue, sentAt: now }))
    expect(await openPage().resume()).toMatchObject({ kind: 'placed', phone: '' })
  })
})

describe('a late answer in one tab', () => {
  /** A page whose answers come when the test lets them. */
  function openSlowPage() {
    const answers: (() => void)[] = []
    const page = createCheckoutAttempts({
      send: async (attempt) => {
        const answer = await shop.send(attempt)
        await new Promise<void>((resolve) => answers.push(resolve))
        return answer
      },
      newKey: () => `key-${++keys}`,
      now: () => now,
      elapsed: () => elapsed,
    })
    const answerNext = async () => {
      await expect.poll(() => answers.length).toBeGreaterThan(0)
      answers.shift()?.()
    }
    return { ...page, answerNext }
  }

  it('leaves the order alone that another tab has begun since', async () => {
    const [first, second] = [openSlowPage(), openPage()]
    const late = first.place(moiAvenue, phone)
    await second.resume()
    shop.loseAnswers(true)
    await second.place(bibleCentre, phone)
    await first.answerNext()
    expect(await late).toMatchObject({ kind: 'placed', body: moiAvenue })
    expect(openPage().pending()).toMatchObject({ body: bibleCentre })
  })

  it('that refuses the order sends on what another tab has begun since, before an order of its own', async () => {
    shop.loseAnswers(true)
    await openPage().place(moiAvenue, phone)
    const [first, second] = [openSlowPage(), openPage()]
    shop.refuseNext()
    const late = first.place(bodyTo('Meru'), phone)
    await expect.poll(() => shop.sent).toHaveLength(2)
    shop.refuseNext()
    await second.place(bibleCentre, phone)
    shop.loseAnswers(false)
    await first.answerNext()
    await first.answerNext()
    expect(await late).toMatchObject({ kind: 'placed', body: bibleCentre })
    expect(shop.orders()).toHaveLength(2)
  })

  it('says nothing of what the shopper has seen of the order that another tab has begun since', async () => {
    const [first, second] = [openPage(), openPage()]
    shop.loseAnswers(true)
    await first.place(moiAvenue, phone)
    shop.refuseNext()
    await second.place(bibleCentre, phone)
    first.markShownAsUnknown()
    expect(openPage().pending()).toMatchObject({ body: bibleCentre, isShownAsUnknown: false })
  })
})

describe('an order that the shop has and does not show', () => {
  it('is not placed again under another key, however often the button is pressed', async () => {
    const page = openPage()
    shop.loseAnswers(true)
    await page.place(moiAvenue, phone)
    shop.hideOrders()
    expect(await page.resume()).toEqual({ kind: 'unknown', answer: 'stored' })
    expect(await page.place(bibleCentre, phone)).toEqual({ kind: 'unknown', answer: 'stored' })
    expect(new Set(shop.sent.map(({ key }) => key)).size).toBe(1)
  })

  it('holds the shopper up for no longer than an hour, also where the button is pressed all the time', async () => {
    const page = openPage()
    shop.loseAnswers(true)
    await page.place(moiAvenue, phone)
    shop.hideOrders()
    for (let minute = 1; minute < 60; minute += 1) {
      pass(60_000)
      expect(await page.resume()).toEqual({ kind: 'unknown', answer: 'stored' })
    }
    pass(60_000)
    expect(page.pending()).toBeNull()
    expect(await page.resume()).toBeNull()
  })
})

describe('an order without an answer that the device holds no longer', () => {
  /** As every page of the shop does with what looks old; see `dropLapsed`. */
  const drop = () => localStorage.clear()

  it('is sent again under its own key by the page that sent it, where the phone’s clock was put right meanwhile', async () => {
    const page = openPage()
    shop.loseAnswers(true)
    await page.place(moiAvenue, phone)
    shop.loseAnswers(false)
    now += 24 * 60 * 60_000
    drop()
    expect(page.lapsed()).toBeNull()
    expect(await page.place(bibleCentre, phone)).toMatchObject({ kind: 'placed', body: moiAvenue })
    expect(shop.orders()).toEqual(['MR1'])
  })

  it('is sent again under its own key, also where the clock was put right before the page said that no answer came', async () => {
    const page = openPage()
    shop.loseAnswers(true)
    await page.place(moiAvenue, phone)
    now += 3 * 60 * 60_000
    page.markShownAsUnknown()
    drop()
    shop.loseAnswers(false)
    expect(await page.resume()).toMatchObject({ kind: 'placed', body: moiAvenue })
    expect(shop.orders()).toEqual(['MR1'])
  })

  it('is known as such after an hour, until another one is begun', async () => {
    const page = openPage()
    shop.loseAnswers(true)
    await page.place(moiAvenue, phone)
    pass(60 * 60_000)
    drop()
    expect(await page.resume()).toBeNull()
    expect(page.lapsed()).toEqual({ total: 4_500 })
    shop.loseAnswers(false)
    await page.place(bibleCentre, phone)
    expect(page.lapsed()).toBeNull()
  })

  it('is known as such also to a page that was loaded again since', async () => {
    shop.loseAnswers(true)
    await openPage().place(moiAvenue, phone)
    const reloaded = openPage()
    reloaded.pending()
    pass(60 * 60_000)
    expect(reloaded.lapsed()).toEqual({ total: 4_500 })
  })

  it('is known as such also to a page that was loaded after its hour, until another one is begun', async () => {
    localStorage.setItem('checkout-attempt', JSON.stringify({ sentAt: now, total: 4_500 }))
    const reloaded = openPage()
    expect(reloaded.lapsed()).toEqual({ total: 4_500 })
    await reloaded.place(bibleCentre, phone)
    expect(reloaded.lapsed()).toBeNull()
  })

  it('has its answer where another tab has had it, and looked at it then', async () => {
    shop.loseAnswers(true)
    const page = openPage()
    await page.place(moiAvenue, phone)
    shop.loseAnswers(false)
    await openPage().resume()
    expect([page.pending(), page.lapsed()]).toEqual([null, null])
    pass(60 * 60_000)
    expect(page.lapsed()).toBeNull()
  })
})

describe('a certain refusal', () => {
  it('of too many orders is one where nothing was sent before', async () => {
    const page = openPage()
    shop.refuseNext(true)
    expect(await page.place(moiAvenue, phone)).toMatchObject({ kind: 'refused', text: 'No' })
    expect(page.pending()).toBeNull()
  })

  it('lets the changed order be sent under a key of its own', async () => {
    const page = openPage()
    shop.refuseNext()
    expect(await page.place(moiAvenue, phone)).toMatchObject({ kind: 'refused' })
    expect(await page.place(bibleCentre, phone)).toMatchObject({ kind: 'placed', body: bibleCentre })
    const [refused, placed] = shop.sent
    expect(placed?.key).not.toBe(refused?.key)
  })

  it('of an attempt with an unknown outcome lets the changed order be sent at once', async () => {
    const page = openPage()
    shop.loseAnswers(true)
    await page.place(moiAvenue, phone)
    shop.loseAnswers(false)
    shop.refuseNext()
    expect(await page.place(bibleCentre, phone)).toMatchObject({ kind: 'placed', body: bibleCentre })
  })
})

describe('what is saved', () => {
  it('is the key, the body and the phone that pays, before anything is sent', async () => {
    let savedWhileSending: unknown
    const page = createCheckoutAttempts({
      send: async () => {
        savedWhileSending = JSON.parse(localStorage.getItem('checkout-attempt') ?? 'null')
        return { kind: 'unknown', answer: 'none' }
      },
      newKey: () => 'the-key',
      now: () => now,
      elapsed: () => elapsed,
    })
    await page.place(moiAvenue, phone)
    expect(savedWhileSending).toEqual({ key: 'the-key', body: moiAvenue, phone, sentAt: now, isShownAsUnknown: false })
  })

  it('is nothing once the order is placed', async () => {
    await openPage().place(moiAvenue, phone)
    expect(openPage().pending()).toBeNull()
    expect(await openPage().resume()).toBeNull()
  })

  it('holds that the shopper saw the unknown outcome, so that a reload sends nothing by itself', async () => {
    const page = openPage()
    shop.loseAnswers(true)
    await page.place(moiAvenue, phone)
    page.markShownAsUnknown()
    expect(openPage().pending()?.isShownAsUnknown).toBe(true)
  })

  it('is sent on without a word only within two minutes', async () => {
    void openPage().place(moiAvenue, phone)
    pass(2 * 60_000)
    expect(openPage().pending()).toMatchObject({ body: moiAvenue, isShownAsUnknown: true })
    expect(await openPage().resume()).toMatchObject({ kind: 'placed', receipt: { orderNumber: 'MR1' } })
    expect(shop.orders()).toEqual(['MR1'])
  })

  it('is sent no more after an hour', async () => {
    shop.loseAnswers(true)
    await openPage().place(moiAvenue, phone)
    pass(60 * 60_000)
    expect(openPage().pending()).toBeNull()
  })

  it('is ignored when the storage holds something else', () => {
    localStorage.setItem('checkout-attempt', '{"key":7}')
    expect(openPage().pending()).toBeNull()
  })
})
