import { boot } from './boot.ts'

/** The source text of `boot` and its call; `entry` is imported, `preloads` are fetched beside it. */
export function bootScriptFor({ entry, preloads }: { entry: string; preloads: readonly string[] }): string {
  const modules = JSON.stringify([entry, ...preloads]).replaceAll('<', '\\u003c')
  return `(${boot})(${modules})`
}
