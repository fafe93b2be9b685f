import {
  receiptClaim,
  receiptClaimList,
  receiptClaimListQuery,
  refuseClaimInput,
} from '@marashi/domain/contracts/admin-receipt-claims'
import { administratorProcedure, router } from '../../http/procedures.ts'
import { listOpenClaims } from '../payments/claims/list-claims.ts'
import { refuseClaim } from '../payments/claims/refuse-claim.ts'

const tags = ['Administrator']

/** What shoppers say that they have paid, as long as nobody knows whether it is true. */
export const receiptClaimsAdminRouter = router({
  list: administratorProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/admin/receipt-claims',
        tags,
        summary: 'Typed receipts that nobody has decided',
      },
    })
    .input(receiptClaimListQuery)
    .output(receiptClaimList)
    .query(({ ctx, input }) => listOpenClaims(ctx, input)),

  refuse: administratorProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/admin/receipt-claims/{id}/refuse',
        tags,
        summary: 'Refuse a typed receipt, with a reason for the shopper',
      },
      errors: ['NOT_FOUND', 'CONFLICT'],
    })
    .input(refuseClaimInput)
    .output(receiptClaim)
    .mutation(({ ctx, input }) => refuseClaim(ctx, input)),
})
