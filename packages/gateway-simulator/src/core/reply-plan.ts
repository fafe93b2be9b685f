import { z } from 'zod'

const ms = z.number().int().min(0)

/**
 * What happens to one reply of a gateway. `afterWork` decides whether the gateway did what was asked before the reply
 * went wrong, which the caller cannot know.
 */
export const replyPlan = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('normal') }),
  /** Does the work, answers `ms` later. */
  z.strictObject({ kind: z.literal('delay'), ms }),
  /** Does the work, then cuts the connection without a reply. */
  z.strictObject({ kind: z.literal('lost') }),
  /** Cuts the connection before any work. */
  z.strictObject({ kind: z.literal('unreachable') }),
  /** Keeps the connection open and never replies. */
  z.strictObject({ kind: z.literal('hang'), afterWork: z.boolean().default(true) }),
  /** A failure of the gateway, in the gateway's own words for that status. */
  z.strictObject({
    kind: z.literal('status'),
    status: z.number().int().min(400).max(599),
    afterWork: z.boolean().default(false),
  }),
  /** Does the work, replies 200 with JSON that breaks off in the middle. */
  z.strictObject({ kind: z.literal('garbage') }),
  /** A page of whatever stands in front of the gateway. */
  z.strictObject({
    kind: z.literal('html'),
    status: z.number().int().min(200).max(599).default(503),
    afterWork: z.boolean().default(false),
  }),
  /** One of the gateway's own error codes, without any work; `message` replaces the usual words of the code. */
  z.strictObject({ kind: z.literal('error'), code: z.string(), message: z.string().optional() }),
  /** Daraja's status query claims this result, whatever the prompt's own result is. */
  z.strictObject({ kind: z.literal('claim'), code: z.string() }),
])

export type ReplyPlan = z.output<typeof replyPlan>
