import { nairobiTime } from '@marashi/domain/rules/nairobi-time'
import type { Restored } from '../backup/restore-backup.ts'

/** What the owner is told of a restored shop: what came back, what did not, and what is left to do. */
export const restoreReport = (restored: Restored): string[] => [
  ...whatCameBack(restored),
  'Every session has ended: log in again. Order numbers go on far ahead, because those in between may have been given already.',
  ...whoIsShutOut(restored),
  ...whoIsErased(restored),
]

/** Its rows may be some hours younger than the begin of the backup: pictures are stored before. */
const rowsAt = ({ databaseAt, madeAt }: Restored['manifest']): string => databaseAt ?? madeAt

function whatCameBack({ manifest, settingsFile, pictures, adoptedPictures }: Restored): string[] {
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
  return [
    `${manifest.shopName} is back as it was at ${rowsAt(manifest)}: ${rows} rows, ${manifest.pictures?.files ?? 'no'} picture files.`,
    `Every table has the rows and sums that it had, but for what is said below. Its schema is that of ${manifest.migrations.at(-1)}, version ${manifest.shopVersion}.`,
    ...(pictures ? [pictures] : []),
    ...(adoptedPictures
      ? [`Pictures uploaded since, which are deleted after a day where no product shows them: ${adoptedPictures}.`]
      : []),
    ...(settingsFile ? [`Its settings are in ${settingsFile}: compare them with .env, then delete that file.`] : []),
  ]
}

function whoIsShutOut({ closed: { keys, webhooks, browsers } }: Restored): string[] {
  const unknown = 'nobody knows whether you ended them since'
  return [
    ...(keys.length > 0
      ? [`Revoked keys of the API, because ${unknown}: ${keys.join(', ')}. Make new ones under API keys.`]
      : []),
    ...(webhooks.length > 0
      ? [`Paused webhooks, because ${unknown}: ${webhooks.join(', ')}. Let those go on that you still want.`]
      : []),
    ...(browsers > 0
      ? [`Browsers that get no notices any more, because ${unknown}: ${browsers}. Switch notices on in each again.`]
      : []),
  ]
}

function whoIsErased({ manifest, erased: { customers, left, areKnown } }: Restored): string[] {
  const since = nairobiTime(new Date(rowsAt(manifest)))
  return [
    ...(areKnown
      ? []
      : [`Customers whom you erased after ${since} are back, and nothing here knows them: erase them again.`]),
    ...(customers > 0 ? [`Customers that had been erased since, and are erased again: ${customers}.`] : []),
    ...(left.length > 0
      ? [
          `Erase the customers of these orders again, once the shop runs and their payments are settled: ${left.join(', ')}.`,
        ]
      : []),
  ]
}
