import type { FastifyInstance } from 'fastify'

/** Follows what a request or a job causes. Absent where nobody collects traces, so that the shop pays nothing for it. */
export interface Tracing {
  /** Runs `work` as a step of what happens now. */
  span<Answer>(name: string, work: () => Promise<Answer>): Promise<Answer>
  /** Follows each request of `app`, by the pattern of its route. */
  followRequests(app: FastifyInstance): void
}
