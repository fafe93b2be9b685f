import type { CreatedWebhook } from '@marashi/domain/contracts/admin-webhooks'
import type { EventType } from '@marashi/domain/contracts/events'
import { jobContext } from '../http/context.ts'
import { type Dispatcher, makeDispatcher } from '../modules/webhooks/dispatcher.ts'
import type { PostWebhook, WebhookAnswer } from '../modules/webhooks/post-webhook.ts'
import type { TestApp } from './build-test-app.ts'
import { logIn } from './factories.ts'

/** A message as a receiver gets it. */
export interface ReceivedWebhook {
  url: string
  headers: Record<string, string>
  body: string
}

const quiet = { status: null, answer: null, retryAfter: undefined, durationMs: 1 }
export const taken: WebhookAnswer = { ...quiet, status: 200, problem: null }
export const unreachable: WebhookAnswer = { ...quiet, problem: 'nobody listens there' }
export const refusedWith = (status: number, retryAfter?: string): WebhookAnswer => ({
  ...quiet,
  status,
  retryAfter,
  problem: `answered ${status}`,
})

export const eventIdOf = ({ body }: ReceivedWebhook): number => JSON.parse(body).data.eventId
export const subjectOf = ({ body }: ReceivedWebhook): string => JSON.parse(body).data.subject

/** Receivers that a test makes answer, and what they took; `run` is one turn of the job, and waits for what it began. */
export function webhooksOf(
  shop: TestApp,
  answer: (received: ReceivedWebhook) => Promise<WebhookAnswer> | WebhookAnswer,
) {
  const received: ReceivedWebhook[] = []
  const post: PostWebhook = async (url, { headers, body }) => {
    const message = { url, headers, body }
    const answered = await answer(message)
    if (answered.problem === null) received.push(message)
    return answered
  }
  const log = Object.assign(Object.create(shop.app.log), { warn: () => undefined, error: () => undefined })
  const context = () => jobContext({ ...shop.deps, log })
  const dispatcher: Dispatcher = makeDispatcher(post)
  const tick = () => dispatcher.tick(context())
  return {
    received,
    dispatcher,
    context,
    tick,
    run: async () => {
      await tick()
      await dispatcher.idle()
    },
  }
}

export async function addWebhook(
  shop: TestApp,
  types: readonly EventType[],
  url = 'https://receiver.test/hook',
): Promise<CreatedWebhook> {
  const headers = await logIn(shop.deps.orm)
  const payload = { url, types }
  const answer = await shop.app.inject({ method: 'POST', url: '/api/admin/webhooks', headers, payload })
  if (answer.statusCode !== 201) throw new Error(answer.body)
  return answer.json()
}
