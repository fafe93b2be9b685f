import type { Plugin } from 'vite'

/** Leaves out the router's default error page: every page of the shop has its own. */
export function noDefaultErrorPage(): Plugin {
  return {
    name: 'no-default-error-page',
    transform(code, id) {
      if (!/react-router.+CatchBoundary\.js$/.test(id)) return undefined
      const start = code.indexOf('function ErrorComponent(')
      const end = code.indexOf('//#endregion')
      if (start < 0 || end < start) throw new Error('The router’s error page has moved.')
      return `${code.slice(0, start)}const ErrorComponent = () => null;\n${code.slice(end)}`
    },
  }
}
