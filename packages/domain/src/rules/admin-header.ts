/**
 * What the administration asks for is answered by the shop itself, never from a browser's kept copy: its calls carry this
 * header, by which the service worker leaves them alone. The referrer would say as much, but a proxy may withhold it.
 * See docs/behaviour.md#offline.
 */
export const adminHeader = 'X-Admin'
