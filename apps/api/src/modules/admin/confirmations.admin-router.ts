import {
  confirmationAddresses,
  confirmationStatus,
  confirmationsPassword,
} from '@marashi/domain/contracts/admin-confirmations'
import { administratorProcedure, router } from '../../http/procedures.ts'
import { revealConfirmationAddresses } from '../payments/transactions/confirmations/confirmation-address.ts'
import { readConfirmationStatus } from '../payments/transactions/confirmations/read-confirmation-status.ts'
import { registerConfirmations } from '../payments/transactions/confirmations/register-confirmations.ts'
import { replaceConfirmationAddress } from '../payments/transactions/confirmations/replace-address.ts'
import { requirePassword } from './require-password.ts'

const tags = ['Administrator']

/**
 * The secret addresses for payments that are made by hand: whoever knows them may report money, so no key comes in here, and an
 * open screen is not enough to see them (docs/behaviour.md#registering-the-address).
 */
export const confirmationsAdminRouter = router({
  status: administratorProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/admin/mpesa/confirmations',
        tags,
        summary: 'Whether M-Pesa was told where to report payments that are made by hand',
      },
    })
    .output(confirmationStatus)
    .query(({ ctx }) => readConfirmationStatus(ctx, 'mpesa')),

  register: administratorProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/admin/mpesa/confirmations',
        tags,
        summary: 'Tell M-Pesa where to report payments that are made by hand',
      },
      errors: ['TOO_MANY_REQUESTS'],
      asksOthers: true,
    })
    .input(confirmationsPassword)
    .output(confirmationStatus)
    .mutation(async ({ ctx, input }) => {
      await requirePassword(ctx, input.password)
      return await registerConfirmations(ctx, 'mpesa')
    }),

  reveal: administratorProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/admin/mpesa/confirmations/addresses',
        tags,
        summary: 'Show the secret addresses that M-Pesa reports to, for Safaricom’s portal',
      },
      errors: ['TOO_MANY_REQUESTS'],
      asksOthers: true,
      holdsSecret: true,
    })
    .input(confirmationsPassword)
    .output(confirmationAddresses)
    .mutation(async ({ ctx, input }) => {
      await requirePassword(ctx, input.password)
      return await revealConfirmationAddresses(ctx, 'mpesa')
    }),

  replace: administratorProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/admin/mpesa/confirmations/replacement',
        tags,
        summary: 'Replace the secret addresses; what the old ones still receive is left to the owner',
      },
      errors: ['TOO_MANY_REQUESTS'],
      asksOthers: true,
    })
    .input(confirmationsPassword)
    .output(confirmationStatus)
    .mutation(async ({ ctx, input }) => {
      await requirePassword(ctx, input.password)
      return await replaceConfirmationAddress(ctx, 'mpesa')
    }),
})
