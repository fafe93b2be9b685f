import { staleEdit } from '../shop-error.ts'

/**
 * Holds an edit of a locked row to the version its form was filled from (decisions 38): `read` is the `updatedAt` that
 * the client saw, undefined where the last one to save may win. Throws STALE where the stored one differs.
 */
export function requireVersion(read: string | undefined, stored: Date, what: string): void {
  if (read !== undefined && new Date(read).getTime() !== stored.getTime()) throw staleEdit(what)
}
