/** A part of the tree with one task, and what it may import. */
export interface Zone {
  name: string
  /** Matches the path, from the project's folder, of every file in the zone. */
  files: RegExp
  /** Names of zones; a zone may always import from itself. */
  mayUse: readonly string[]
  /** Names of zones from which only types may come. */
  mayUseTypesOf?: readonly string[]
  /** Packages that have no business here. */
  mayNotUse?: RegExp
  /** Where the thing belongs that somebody tried to import, or how to do without. */
  advice: string
}

export const domain = ['rules', 'contracts']
export const serverPackages = /^(pg|@mikro-orm\/.*|fastify|@fastify\/.*|@trpc\/server|stripe|sharp|pino)$/
export const beyondBrowser = /^(node:.*|pg|@mikro-orm\/.*|fastify|@fastify\/.*|@trpc\/server|stripe|sharp|pino)$/
