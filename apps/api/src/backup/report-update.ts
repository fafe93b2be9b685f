import type { updateDatabase } from './update-database.ts'

/** Logs what an update of the database did; nothing where there was none. */
export function reportUpdate(
  { migrations, copy }: Awaited<ReturnType<typeof updateDatabase>>,
  log: (line: string) => void = console.log,
): void {
  if (!copy) return
  log(`The database was updated: ${migrations.join(', ')}.`)
  log(`Its copy from before is ${copy.name} in ${copy.place}; npm run rollback returns to it.`)
}
