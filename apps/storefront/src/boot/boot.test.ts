import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { boot } from './boot.ts'
import { leaveEventsToReact, replayEarlyEvents } from './early-events.ts'

const root = document.documentElement

function prefer(scheme: 'light' | 'dark') {
  vi.stubGlobal('matchMedia', (query: string) => ({ matches: query.includes(scheme) }))
}

/** A page boots once; in these tests the same document boots several times. */
const removeListeners: (() => void)[] = []

beforeEach(() => {
  for (const target of [window, document]) {
    const listen = target.addEventListener.bind(target)
    vi.spyOn(target, 'addEventListener').mockImplementation((type: string, listener: unknown, options: unknown) => {
      listen(type, listener as EventListener, options as AddEventListenerOptions)
      removeListeners.push(() =>
        target.removeEventListener(type, listener as EventListener, options as EventListenerOptions),
      )
    })
  }
  localStorage.clear()
  vi.useFakeTimers()
  delete root.dataset.theme
  document.body.innerHTML = `
    <button type="button" data-theme-toggle><span>Theme</span></button>
    <button type="button" popovertarget="menu">Menu</button>
    <button type="button" id="add"><span>Add</span></button>
    <a href="#cart"><span>Cart</span></a>
    <select><option>all</option><option>oud</option></select>`
})
afterEach(() => {
  for (const remove of removeListeners.splice(0)) remove()
  vi.restoreAllMocks()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('the theme before the first paint', () => {
  it.each([
    ['light', null, 'light'],
    ['dark', null, 'dark'],
    ['dark', 'light', 'light'],
    ['light', 'dark', 'dark'],
    ['dark', 'nonsense', 'light'],
  ] as const)('of a system that prefers %s and a saved choice of %s is %s', (scheme, saved, expected) => {
    prefer(scheme)
    if (saved) localStorage.setItem('theme', saved)
    boot(['/entry.js'], [])
    expect(root.dataset.theme).toBe(expected)
  })

  it('is chosen even where the browser refuses storage', () => {
    prefer('dark')
    vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
      throw new Error('refused')
    })
    boot(['/entry.js'], [])
    expect(root.dataset.theme).toBe('dark')
  })
})

describe('early presses and choices', () => {
  function listenTo(selector: string) {
    const button = document.querySelector<HTMLElement>(selector)
    const pressed = vi.fn()
    button?.addEventListener('click', pressed)
    return { button, pressed }
  }

  function replay() {
    replayEarlyEvents()
    vi.runOnlyPendingTimers()
  }

  beforeEach(() => {
    prefer('light')
    boot([], [])
  })

  it('are repeated once, when the page handles them', () => {
    document.querySelector<HTMLElement>('#add span')?.click()
    const { pressed } = listenTo('#add')
    leaveEventsToReact()
    replay()
    replay()
    expect(pressed).toHaveBeenCalledOnce()
  })

  it('are repeated though React stopped them, because the code of the page was still missing', () => {
    leaveEventsToReact()
    const stop = (event: Event) => event.stopPropagation()
    document.addEventListener('click', stop, true)
    const { button, pressed } = listenTo('#add')
    button?.click()
    expect(pressed).not.toHaveBeenCalled()
    document.removeEventListener('click', stop, true)
    replay()
    replay()
    expect(pressed).toHaveBeenCalledOnce()
  })

  it('are not repeated if React handled them, also when it began to in the middle of the press', () => {
    leaveEventsToReact()
    const { button, pressed } = listenTo('#add')
    document.addEventListener('click', replayEarlyEvents, { capture: true, once: true })
    button?.click()
    vi.runOnlyPendingTimers()
    expect(pressed).toHaveBeenCalledOnce()
  })

  it('of a select are repeated with what was chosen, though the page showed its own value meanwhile', () => {
    const select = document.querySelector('select') as HTMLSelectElement
    select.value = 'oud'
    select.dispatchEvent(new Event('change', { bubbles: true }))
    select.value = 'all'
    const chosen: string[] = []
    select.addEventListener('change', () => chosen.push(select.value))
    leaveEventsToReact()
    replay()
    replay()
    expect(chosen).toEqual(['oud'])
  })

  it('of a link that was pressed after another control wait their turn, and are followed by whoever follows links then', () => {
    const { pressed } = listenTo('#add')
    const order: string[] = []
    pressed.mockImplementation(() => order.push('add'))
    const { button: link, pressed: followed } = listenTo('a')
    followed.mockImplementation((event: Event) => order.push(event.defaultPrevented ? 'held' : 'followed'))
    document.querySelector<HTMLElement>('#add span')?.click()
    link?.querySelector('span')?.click()
    expect(order).toEqual(['add', 'held'])
    // As React listens: whatever reaches the document is done with.
    leaveEventsToReact()
    replay()
    replay()
    expect(order).toEqual(['add', 'held', 'add', 'followed'])
  })

  it('of a link are followed at once where nothing else waits, and elsewhere after three seconds', () => {
    const { button: link, pressed: followed } = listenTo('a')
    followed.mockImplementation((event: Event) => event.defaultPrevented)
    link?.click()
    document.querySelector<HTMLElement>('#add')?.click()
    link?.click()
    expect(followed.mock.results.map(({ value }) => value)).toEqual([false, true])
    vi.advanceTimersByTime(2999)
    const before = location.hash
    location.hash = ''
    vi.advanceTimersByTime(1)
    expect([before, location.hash]).toEqual(['#cart', '#cart'])
  })

  it('of a link are followed at once where a press was never repeated', () => {
    const { button: link, pressed: followed } = listenTo('a')
    followed.mockImplementation((event: Event) => event.defaultPrevented)
    for (const [target, timeStamp] of [[document.querySelector('#add'), 0] as const, [link, 3_001] as const]) {
      const click = new MouseEvent('click', { bubbles: true, cancelable: true })
      Object.defineProperty(click, 'timeStamp', { value: timeStamp })
      target?.dispatchEvent(click)
    }
    expect(followed.mock.results.map(({ value }) => value)).toEqual([false])
  })

  it('that send a form wait for the code that sends it, and are left to that code from then on', () => {
    document.body.insertAdjacentHTML('beforeend', '<form id="receipt"><input><button>Check</button></form>')
    const button = document.querySelector<HTMLElement>('#receipt button')
    // Where nothing held it back, the browser would load the page again.
    button?.click()
    const sent = vi.fn((event: Event) => event.preventDefault())
    document.querySelector('#receipt')?.addEventListener('submit', sent)
    leaveEventsToReact()
    replay()
    replay()
    expect(sent).toHaveBeenCalledOnce()
    button?.click()
    replay()
    expect(sent).toHaveBeenCalledTimes(2)
  })

  it('that send a form reach it also in Safari 15, which cannot be asked to send one', () => {
    document.body.insertAdjacentHTML('beforeend', '<form id="receipt"><input><button>Check</button></form>')
    Object.assign(document.querySelector('#receipt') as HTMLElement, { requestSubmit: undefined })
    document.querySelector<HTMLElement>('#receipt button')?.click()
    const sent = vi.fn((event: Event) => event.preventDefault())
    document.querySelector('#receipt')?.addEventListener('submit', sent)
    leaveEventsToReact()
    replay()
    expect(sent).toHaveBeenCalledOnce()
  })

  it('that send a form which the browser can send by itself are not held back', () => {
    document.body.insertAdjacentHTML('beforeend', '<form id="search" action="/shop"><button>Search</button></form>')
    const isHeld = vi.fn((event: Event) => event.defaultPrevented)
    // The last to hear of it, so that nothing is loaded.
    const listen = (event: Event) => {
      isHeld(event)
      event.preventDefault()
    }
    window.addEventListener('submit', listen)
    document.querySelector<HTMLElement>('#search button')?.click()
    expect(isHeld.mock.results.map(({ value }) => value)).toEqual([false])
  })

  it('on a button that works by itself are not repeated', () => {
    const { button, pressed } = listenTo('[popovertarget]')
    button?.click()
    replay()
    expect(pressed).toHaveBeenCalledOnce()
  })

  it('on a button that no longer exists are dropped', () => {
    document.querySelector<HTMLElement>('#add')?.click()
    const { button, pressed } = listenTo('#add')
    button?.remove()
    replay()
    expect(pressed).not.toHaveBeenCalled()
  })

  describe('on a page that React made anew', () => {
    const card = (name: string, inCart = '') => `<p>
      ${inCart && '<button type="button" class="less">-</button>'}
      <button type="button" class="button small ${inCart}" id="${name}">Add</button>
      <select class="select"><option>all</option><option>oud</option></select></p>`
    const before = card('amber') + card('oud') + card('rose')

    function pressOud(after: string) {
      document.body.innerHTML = before
      document.querySelector<HTMLElement>('#oud')?.click()
      document.body.innerHTML = after
      const pressed: string[] = []
      document.body.addEventListener('click', (event) => pressed.push((event.target as Element).id), { once: true })
      leaveEventsToReact()
      replay()
      return pressed
    }

    it.each([
      ['is carried out in the same place', before],
      ['and one that is in the cart', card('amber', 'more') + card('oud') + card('rose')],
      ['and an element of an extension', `<button type="button">Compare</button>${before}`],
    ])('a press %s', (_, after) => {
      expect(pressOud(after)).toEqual(['oud'])
    })

    it('a press is dropped where it is not certain which control was meant', () => {
      expect(pressOud(card('new') + before)).toEqual([])
    })

    it('a choice is made in the same place', () => {
      document.body.innerHTML = before
      const select = document.querySelectorAll('select')[1] as HTMLSelectElement
      select.value = 'oud'
      select.dispatchEvent(new Event('change', { bubbles: true }))
      document.body.innerHTML = before
      leaveEventsToReact()
      replay()
      expect([...document.querySelectorAll('select')].map(({ value }) => value)).toEqual(['all', 'oud', 'all'])
    })
  })
})

describe('the limit of a request', () => {
  it('is there in Safari 15 too, which has none', async () => {
    const { timeout } = AbortSignal
    Object.assign(AbortSignal, { timeout: undefined })
    try {
      prefer('light')
      boot([], [])
      const signal = AbortSignal.timeout(10_000)
      vi.advanceTimersByTime(9_999)
      expect(signal.aborted).toBe(false)
      vi.advanceTimersByTime(1)
      expect(signal.reason).toMatchObject({ name: 'TimeoutError' })
    } finally {
      Object.assign(AbortSignal, { timeout })
    }
  })
})

describe('the theme button', () => {
  it('switches and is remembered', () => {
    prefer('light')
    boot([], [])
    const button = document.querySelector<HTMLElement>('[data-theme-toggle] span')
    button?.click()
    vi.advanceTimersByTime(50)
    expect([root.dataset.theme, localStorage.getItem('theme')]).toEqual(['dark', 'dark'])
    button?.click()
    vi.advanceTimersByTime(50)
    expect([root.dataset.theme, localStorage.getItem('theme')]).toEqual(['light', 'light'])
  })
})

describe('a page whose code was lost on the way', () => {
  const reload = vi.fn()
  const openedBy = (type: string) =>
    vi.spyOn(performance, 'getEntriesByType').mockReturnValue([{ type } as unknown as PerformanceEntry])

  beforeEach(() => {
    reload.mockReset()
    prefer('light')
    vi.stubGlobal('location', { origin: location.origin, reload })
  })

  function lose(answers: (() => Promise<unknown>)[], [steps, own]: [string[], string[]] = [['/assets/lost.js'], []]) {
    const fetched = vi.fn(async (_address: string) => await answers.shift()?.())
    vi.stubGlobal('fetch', fetched)
    boot(steps, own)
    dispatchEvent(new Event('pointerdown'))
    return fetched
  }
  const gone = () => Promise.reject(new TypeError('Failed to fetch'))
  const there = () => Promise.resolve(new Response())
  const away = () => Promise.resolve(new Response('Bad Gateway', { status: 502 }))

  it.each([
    ['the line is back', gone],
    ['its proxy has it again', away],
  ])('is loaded again as soon as the shop can be reached: %s', async (_, lost) => {
    openedBy('reload')
    const fetched = lose([lost, lost, there])
    await expect.poll(() => fetched).toHaveBeenCalledWith('/assets/lost.js')
    expect(reload).not.toHaveBeenCalled()
    await vi.waitFor(() => expect(reload).toHaveBeenCalledOnce(), { timeout: 20_000, interval: 500 })
    expect(fetched).toHaveBeenCalledTimes(3)
  })

  it('is left as it can be read where its own code alone is lost, until it is loaded again', async () => {
    openedBy('navigate')
    const takeOver = vi.fn()
    addEventListener('ready', takeOver)
    const fetched = lose([gone, there], [[], ['/assets/lost.js']])
    await expect.poll(() => fetched).toHaveBeenCalledWith('/assets/lost.js')
    await vi.waitFor(() => expect(reload).toHaveBeenCalledOnce(), { timeout: 20_000, interval: 500 })
    expect(takeOver).not.toHaveBeenCalled()
  })

  it('is taken over once where nothing is lost', async () => {
    const takeOver = vi.fn()
    addEventListener('ready', takeOver)
    boot([], [])
    for (const type of ['pointerdown', 'keydown', 'scroll']) dispatchEvent(new Event(type))
    await vi.advanceTimersByTimeAsync(10_000)
    expect(takeOver).toHaveBeenCalledOnce()
  })

  it.each([
    ['navigate', 1],
    ['reload', 0],
  ])('is loaded again once where the code is there and does not run: %s', async (type, times) => {
    openedBy(type)
    const fetched = lose([there])
    await expect.poll(() => fetched).toHaveBeenCalledOnce()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(reload).toHaveBeenCalledTimes(times)
  })
})
