import { staleEdit } from '../shop-error.ts'

/**
 * Refuses an edit of a locked row that has changed since its form was loaded, see docs/behaviour.md#stale-edits. `read` is
 * the `updatedAt` that the client received, undefined where the last edit may win. Throws STALE where the row's differs.
 */
export function requireVersion(read: string | undefined, stored: Date, what: string): void {
  if (read !== undefined && new Date(read).getTime() !== stored.getTime()) throw staleEdit(what)
}
