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
  event.waitUntil(show(new URL(event.notification.data.path, location.origin).href))
})

/** Goes to the page in a window that is open already, or opens one. */
async function show(url) {
  const [page] = await clients.matchAll({ type: 'window' })
  if (!page) return clients.openWindow(url)
  await page.focus()
  await page.navigate(url)
}
