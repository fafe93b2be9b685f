import { backupStatus as output } from '@marashi/domain/contracts/admin-backups'
import { administratorProcedure, router } from '../../../http/procedures.ts'
import { backupStatus } from './backup-status.ts'

export const backupsAdminRouter = router({
  status: administratorProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/admin/backups',
        tags: ['Administrator'],
        summary: 'When the shop was last backed up and the backup proven',
      },
    })
    .output(output)
    .query(({ ctx }) => backupStatus(ctx)),
})
