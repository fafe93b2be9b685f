import { defineEntity, p } from '@mikro-orm/core'
import { instantColumn } from '../../../db/columns.ts'

/** One attempt to make a backup: what came of it. A backup is proven when it was read back whole. */
export const BackupRunSchema = defineEntity({
  name: 'BackupRun',
  tableName: 'backup_runs',
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    /** The file's name; null where none was made. */
    name: p.text().nullable(),
    place: p.text(),
    reason: p.text(),
    startedAt: instantColumn(),
    provenAt: instantColumn().nullable(),
    bytes: p.bigint('number').nullable(),
    error: p.text().nullable(),
  },
  indexes: [{ name: 'backup_runs_started_idx', properties: ['startedAt'] }],
  checks: [
    { name: 'backup_runs_outcome_check', expression: '(proven_at is null) = (error is not null)' },
    {
      name: 'backup_runs_proven_whole_check',
      expression: 'proven_at is null or (name is not null and bytes is not null)',
    },
  ],
})
export class BackupRun extends BackupRunSchema.class {}
BackupRunSchema.setClass(BackupRun)
