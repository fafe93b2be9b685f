import { z } from 'zod'
import { instant } from './primitives.ts'

/** `GET /api/admin/backups`: whether the shop could be brought back, and to when. */
export const backupStatus = z
  .object({
    isOn: z.boolean().meta({ description: 'false where BACKUP_TO is off: something else backs the shop up' }),
    isKeyOnlyHere: z.boolean().meta({
      description: 'true where the key was made by the shop and lies on its machine: without it no backup opens',
    }),
    last: z
      .object({
        madeAt: instant,
        provenAt: instant.meta({ description: 'When the file had been read back whole' }),
        place: z.string().meta({ description: 'A folder, or s3://bucket/prefix' }),
        bytes: z.int(),
      })
      .nullable()
      .meta({ description: 'The newest proven backup of the whole shop' }),
    lastFailure: z
      .object({ at: instant, message: z.string() })
      .nullable()
      .meta({ description: 'The newest failure since the last backup' }),
    isOverdue: z
      .boolean()
      .meta({ description: 'On, and without a proven backup for two days, or since the first night of the shop' }),
  })
  .meta({ id: 'BackupStatus' })
export type BackupStatus = z.infer<typeof backupStatus>
