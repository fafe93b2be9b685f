import { readFileSync } from 'node:fs'

/** The version of this shop, as its package says. */
export const shopVersion: string = JSON.parse(
  readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'),
).version
