import { z } from 'zod'
import { instant } from './primitives.ts'

/**
 * `GET /api/admin/mpesa/confirmations`: whether M-Pesa was told where to report payments made by hand. `already-registered`:
 * M-Pesa has addresses for this number and takes new ones only in its own portal.
 */
export const confirmationStatus = z
  .object({
    canRegister: z.boolean().meta({ description: 'false without M-Pesa credentials or a public address' }),
    state: z.enum(['never', 'registered', 'already-registered', 'failed']),
    registeredAt: instant.nullable(),
    lastConfirmationAt: instant.nullable().meta({ description: 'The proof that it works' }),
    replacedAt: instant.nullable().meta({
      description:
        'When an address was replaced that still receives, which leaves its reports to the owner; null where none does',
    }),
    message: z.string().nullable().meta({ description: 'What M-Pesa said, or why it cannot be asked' }),
  })
  .meta({ id: 'ConfirmationStatus' })
export type ConfirmationStatus = z.infer<typeof confirmationStatus>

/** `POST /api/admin/mpesa/confirmations/addresses`: whoever knows them may report money to the shop. */
export const confirmationAddresses = z
  .object({ confirmationUrl: z.string(), validationUrl: z.string() })
  .meta({ id: 'ConfirmationAddresses' })
export type ConfirmationAddresses = z.infer<typeof confirmationAddresses>

/** `POST /api/admin/mpesa/confirmations`, `/addresses` and `/replacement` */
export const confirmationsPassword = z.strictObject({
  password: z
    .string('Password is required')
    .min(1, 'Password is required')
    .max(200, 'Must be at most 200 characters')
    .meta({ description: 'The administrator’s' }),
})
