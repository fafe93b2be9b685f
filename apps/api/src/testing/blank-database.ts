import { randomInt } from 'node:crypto'
import { inject } from 'vitest'
import { inDatabase } from './read-whole-database.ts'

/** A new, empty database, as on a new machine. Dispose of it at the end. */
export async function blankDatabase(): Promise<{ url: string } & AsyncDisposable> {
  const template = inject('databaseTemplate')
  const name = `${template.name.replace(/template$/, '')}${randomInt(2 ** 47).toString(36)}`
  await inDatabase(template.serverUrl, (ask) => ask(`create database ${name}`))
  const url = new URL(template.serverUrl)
  url.pathname = name
  return {
    url: url.href,
    [Symbol.asyncDispose]: () =>
      inDatabase(template.serverUrl, async (ask) => void (await ask(`drop database if exists ${name} with (force)`))),
  }
}
