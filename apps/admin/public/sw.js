// Shows what the shop pushes, also while no page is open.
addEventListener('install', () => skipWaiting())
addEventListener('activate', (event) => event.waitUntil(clients.claim()))

addEventListener('push', (event) => {
  const { title, body, path, tag } = event.data.json()
  const icon = '/admin/icon-192.png'
  event.waitUntil(registration.showNotification(title, { body, tag, icon, badge: icon, data: { path } }))
})

addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(show(new URL(event.notification.data.path, location.origin)))
})

/** A page answers within milliseconds; one that was put to sleep needs longer. */
const ANSWER_MS = 3_000

/** Opens the page in a window that is open already, or in a new one. */
async function show({ href, pathname, search }) {
  const [page] = await clients.matchAll({ type: 'window' })
  if (!page) return clients.openWindow(href)
  await page.focus()
  if (!(await goesThere(page, pathname + search))) await page.navigate(href)
}

/**
 * Asks the page to go there itself, for it knows what is typed and not saved: the browser would lose that, on an iPhone without a
 * question. One that is still loading, or was loaded before it knew how to, does not answer.
 */
function goesThere(page, path) {
  const { port1, port2 } = new MessageChannel()
  return new Promise((resolve) => {
    port1.onmessage = () => resolve(true)
    setTimeout(resolve, ANSWER_MS, false)
    page.postMessage({ noticePath: path }, [port2])
  })
}
