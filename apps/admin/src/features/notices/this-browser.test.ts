import { afterEach, describe, expect, it, vi } from 'vitest'
import { browserName, pushAbility, subscribeHere } from './this-browser.ts'

it.each([
  [
    'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Mobile Safari/537.36',
    'Chrome on Android',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 Version/18.5 Mobile/15E148 Safari/604.1',
    'Safari on iPhone',
  ],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/150.0.0.0 Safari/537.36 Edg/150.0.0.0',
    'Edge on Windows',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0', 'Firefox on Linux'],
  ['curl', 'A browser'],
])('names %s', (userAgent, expected) => {
  expect(browserName({ userAgent, maxTouchPoints: 0 })).toBe(expected)
})

it('names an iPad that calls itself a Mac', () => {
  const userAgent = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18.5 Safari/605.1.15'
  expect(browserName({ userAgent, maxTouchPoints: 5 })).toBe('Safari on iPad')
  expect(browserName({ userAgent, maxTouchPoints: 0 })).toBe('Safari on Mac')
})

describe('where only an app on the home screen can be called', () => {
  afterEach(() => vi.unstubAllGlobals())

  it.each([
    ['an iPhone', 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) Safari/604.1', 5, 'add-first'],
    [
      'an iPad that calls itself a Mac',
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Safari/605.1.15',
      5,
      'add-first',
    ],
    ['a Mac', 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Safari/605.1.15', 0, 'no'],
  ])('knows %s', (_, userAgent, maxTouchPoints, ability) => {
    vi.stubGlobal('navigator', { userAgent, maxTouchPoints })
    expect(pushAbility()).toBe(ability)
  })
})

describe('subscribing', () => {
  afterEach(() => vi.unstubAllGlobals())

  /** A browser whose push service knows the shop by `key`, or by none, as the Push API, section 3.3, says. */
  function browserSubscribedBy(key: string | null) {
    let known = key
    const done: string[] = []
    const unsubscribe = async () => {
      done.push('unsubscribe')
      known = null
      return true
    }
    const subscription = { unsubscribe }
    const pushManager = {
      getSubscription: async () => (known === null ? null : subscription),
      subscribe: async ({ applicationServerKey }: { applicationServerKey: string }) => {
        done.push('subscribe')
        if (known !== null && known !== applicationServerKey)
          throw new DOMException('A subscription with a different key exists', 'InvalidStateError')
        known = applicationServerKey
        return subscription
      },
    }
    const worker = { active: {}, update: async () => undefined, pushManager }
    const requestPermission = async () => {
      done.push('ask')
      return 'granted'
    }
    vi.stubGlobal('Notification', { requestPermission })
    vi.stubGlobal('navigator', { serviceWorker: { register: async () => worker } })
    return { keyOf: () => known, pushManager, done }
  }

  it.each([null, 'of-this-shop', 'of-the-shop-before-it-was-set-up-anew'])(
    'works in a browser that was subscribed by %s',
    async (before) => {
      const browser = browserSubscribedBy(before)
      expect(await subscribeHere('of-this-shop')).not.toBeNull()
      expect(browser.keyOf()).toBe('of-this-shop')
    },
  )

  it('asks the person before it drops what has ended: a browser may want a fresh press for the question', async () => {
    const browser = browserSubscribedBy('of-this-shop')
    await subscribeHere('of-this-shop', { hasEnded: true })
    expect(browser.done).toEqual(['ask', 'unsubscribe', 'subscribe'])
  })

  it('ends, with an error, where the browser gives the worker up', async () => {
    browserSubscribedBy(null)
    const installing = Object.assign(new EventTarget(), { state: 'installing' })
    const register = async () => ({ active: null, waiting: null, installing, update: async () => undefined })
    vi.stubGlobal('navigator', { serviceWorker: { register } })
    const subscribed = subscribeHere('of-this-shop')
    setTimeout(() => {
      installing.state = 'redundant'
      installing.dispatchEvent(new Event('statechange'))
    })
    await expect(subscribed).rejects.toThrow(DOMException)
  })

  it('says so where the push service is not reached, and ends nothing', async () => {
    const browser = browserSubscribedBy('of-this-shop')
    browser.pushManager.subscribe = () => Promise.reject(new DOMException('push service error', 'AbortError'))
    await expect(subscribeHere('of-this-shop')).rejects.toThrow('push service error')
    expect(browser.keyOf()).toBe('of-this-shop')
  })
})
