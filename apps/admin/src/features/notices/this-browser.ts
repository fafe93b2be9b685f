import { basePath } from '../../lib/session/return-path.ts'

/** Whether this browser can be called: `add-first` where only an app on the home screen can (iOS). */
export type PushAbility = 'yes' | 'no' | 'add-first' | 'denied'

export function pushAbility(): PushAbility {
  const isApple = /iPhone|iPad/.test(navigator.userAgent) || isIpadAsMac(navigator)
  if (!('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window)) {
    return isApple ? 'add-first' : 'no'
  }
  return Notification.permission === 'denied' ? 'denied' : 'yes'
}

type Browser = Pick<Navigator, 'userAgent' | 'maxTouchPoints'>

/** An iPad asks for pages as a Mac does, and no Mac is touched. */
const isIpadAsMac = ({ userAgent, maxTouchPoints }: Browser) => /Macintosh/.test(userAgent) && maxTouchPoints > 1

/** The subscription that this browser has with its push service. */
export async function currentSubscription(): Promise<PushSubscription | null> {
  if (pushAbility() === 'no' || !('serviceWorker' in navigator)) return null
  const worker = await navigator.serviceWorker.getRegistration(`${basePath}/`)
  return (await worker?.pushManager?.getSubscription()) ?? null
}

/** Ends the subscription that this browser has with its push service. */
export async function endHere(): Promise<void> {
  await (await currentSubscription())?.unsubscribe()
}

/**
 * Asks the person and then the push service; null where the person says no. What has ended is dropped first: the browser may hold on
 * to it and would answer it again.
 */
export async function subscribeHere(
  publicKey: string,
  { hasEnded = false }: { hasEnded?: boolean } = {},
): Promise<PushSubscription | null> {
  // Before everything else: a browser asks only at once after a press.
  if ((await Notification.requestPermission()) !== 'granted') return null
  const worker = await navigator.serviceWorker.register(`${basePath}/sw.js`, { scope: `${basePath}/` })
  await worker.update().catch(() => undefined)
  await (worker.active ? worker : waitUntilActive(worker))
  if (hasEnded) await (await worker.pushManager.getSubscription())?.unsubscribe()
  return await subscribeAnew(worker.pushManager, { userVisibleOnly: true, applicationServerKey: publicKey })
}

/** A shop that was set up anew at the same address has other keys: the push service refuses them until the old subscription has ended. */
async function subscribeAnew(manager: PushManager, options: PushSubscriptionOptionsInit): Promise<PushSubscription> {
  try {
    return await manager.subscribe(options)
  } catch (error) {
    const earlier =
      error instanceof DOMException && error.name === 'InvalidStateError' && (await manager.getSubscription())
    if (!earlier) throw error
    await earlier.unsubscribe()
    return await manager.subscribe(options)
  }
}

/**
 * A worker of another scope may be ready already, so `serviceWorker.ready` does not say it. Throws a DOMException where its code cannot
 * be put to work, as on a full disk: nothing more comes of it then.
 */
function waitUntilActive(registration: ServiceWorkerRegistration): Promise<void> {
  const worker = registration.installing ?? registration.waiting
  return new Promise((resolve, reject) => {
    const look = () => {
      if (!worker || worker.state === 'activated') resolve()
      else if (worker.state === 'redundant') reject(new DOMException('The worker was given up.', 'AbortError'))
    }
    worker?.addEventListener('statechange', look)
    look()
  })
}

const browsers = [
  ['Edge', /Edg/],
  ['Samsung Internet', /SamsungBrowser/],
  ['Opera', /OPR/],
  ['Firefox', /Firefox|FxiOS/],
  ['Chrome', /Chrome|CriOS/],
  ['Safari', /Safari/],
] as const
const systems = [
  ['Android', /Android/],
  ['iPhone', /iPhone/],
  ['iPad', /iPad/],
  ['Windows', /Windows/],
  ['Mac', /Mac OS/],
  ['Linux', /Linux/],
] as const

/** "Chrome on Android", so that the owner knows it in the list. */
export function browserName(browser: Browser): string {
  const nameIn = (known: readonly (readonly [string, RegExp])[]) =>
    known.find(([, sign]) => sign.test(browser.userAgent))?.[0]
  const system = isIpadAsMac(browser) ? 'iPad' : nameIn(systems)
  return [nameIn(browsers) ?? 'A browser', system].filter(Boolean).join(' on ')
}
