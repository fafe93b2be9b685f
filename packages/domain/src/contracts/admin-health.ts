import { z } from 'zod'
import { paymentMethods } from './payment-methods.ts'
import { instant } from './primitives.ts'

const state = z.enum(['fine', 'doubtful', 'broken']).meta({
  description: '`broken`: shoppers or the owner’s money feel it. `doubtful`: it may become so',
})

/** Where in the administration a problem is put right. */
const healthPage = z.enum(['orders', 'payments', 'cash-up', 'dashboard', 'webhooks', 'api-keys'])
export type HealthPage = z.infer<typeof healthPage>

/** `GET /api/admin/health`: how the shop is, as its last checks found it. */
export const healthStatus = z
  .object({
    checkedAt: instant.nullable().meta({ description: 'When the checks were made last; null before the first time' }),
    isStale: z.boolean().meta({ description: 'No check was made for three minutes: nobody knows how the shop is' }),
    checks: z.array(
      z.object({
        name: z.string(),
        part: z.string().meta({ description: 'What was checked, in words' }),
        state,
        message: z.string(),
        remedy: z.string().nullable().meta({ description: 'What to do about it' }),
        page: healthPage.nullable().meta({ description: 'Where in the administration it is put right' }),
        operatorOf: z.enum(paymentMethods).nullable().meta({
          description: 'Whose operator it is about: `POST /admin/health/operator` lets it be asked again',
        }),
        since: instant.nullable().meta({ description: 'Since when it is wrong; null where it is fine' }),
      }),
    ),
    past: z
      .array(
        z.object({
          id: z.int(),
          part: z.string(),
          state,
          message: z.string(),
          since: instant,
          endedAt: instant,
        }),
      )
      .meta({ description: 'What was wrong within the last 30 days and is over, newest first, at most 100' }),
    pastTotal: z.int().meta({ description: 'How many problems of the last 30 days are over' }),
    jobs: z.array(
      z.object({
        name: z.string(),
        everySeconds: z.int().nullable().meta({ description: 'Null for a job that runs once a day' }),
        lastStartedAt: instant.nullable(),
        lastSucceededAt: instant.nullable(),
        failingSince: instant.nullable(),
        lastError: z.string().nullable(),
      }),
    ),
    processes: z
      .array(
        z.object({
          id: z.uuid(),
          host: z.string(),
          pid: z.int(),
          version: z.string(),
          startedAt: instant,
          isDraining: z.boolean().meta({ description: 'It was asked to end and finishes what has begun' }),
          memoryMegabytes: z.int(),
          loopMs: z.int().meta({ description: 'How long a request waits for the processor' }),
        }),
      )
      .meta({ description: 'The processes that run now' }),
  })
  .meta({ id: 'HealthStatus' })
export type HealthStatus = z.infer<typeof healthStatus>

/** `POST /api/admin/health/operator` */
export const askOperatorAgainInput = z.strictObject({ paymentMethod: z.enum(paymentMethods) })
export type AskOperatorAgain = z.infer<typeof askOperatorAgainInput>
