import type { updateDatabase } from './update-database.ts'

/** Prints what an update of the database did; nothing where there was none. */
export function reportUpdate({ migrations, copy }: Awaited<ReturnType<typeof updateDatabase>>): void {
  if (!copy) return
  console.log(`The database was updated: ${migrations.join(', ')}.`)
  console.log(`Its copy from before is ${copy.name} in ${copy.place}; npm run rollback returns to it.`)
}
