import type { Plugin } from 'vite'

const helperId = '\0vite/preload-helper.js'

/** Vite's own also fetches styles, which stand in every page here, and finds addresses for pages in other folders. */
const helper = `
export const __vitePreload = (load, files = []) => {
  for (const file of files) {
    const href = '/' + file
    if (document.querySelector('link[href="' + href + '"]')) continue
    const link = document.createElement('link')
    link.rel = 'modulepreload'
    link.href = href
    document.head.append(link)
  }
  return load()
}`

/** Fetches what a module imports beside the module itself, in half a KiB less on every first page. */
export function slimPreload(): Plugin {
  return {
    name: 'slim-preload',
    enforce: 'pre',
    load: (id) => (id === helperId ? helper : undefined),
  }
}
