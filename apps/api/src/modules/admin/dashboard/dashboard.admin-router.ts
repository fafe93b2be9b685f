import { adminOverview, adminStats } from '@marashi/domain/contracts/admin-dashboard'
import { administratorProcedure, router } from '../../../http/procedures.ts'
import { overview } from './overview.ts'
import { shopStats } from './shop-stats.ts'

const tags = ['Administrator']

export const dashboardRouter = router({
  stats: administratorProcedure
    .meta({ openapi: { method: 'GET', path: '/admin/stats', tags, summary: 'The shop in four numbers' } })
    .output(adminStats)
    .query(({ ctx }) => shopStats(ctx)),

  overview: administratorProcedure
    .meta({
      openapi: { method: 'GET', path: '/admin/overview', tags, summary: 'What waits for you, and the last 30 days' },
    })
    .output(adminOverview)
    .query(({ ctx }) => overview(ctx)),
})
