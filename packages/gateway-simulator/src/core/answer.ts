import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ReplyPlan } from './reply-plan.ts'
import type { Schedule } from './schedule.ts'
import type { Script } from './script.ts'

/** What goes back over the wire. */
export interface Answer {
  status: number
  /** Sent as JSON, unless `type` says otherwise; then it is text. */
  body: unknown
  type?: string
  headers?: Record<string, string>
}

/** Thrown by work that a gateway declines; carries the whole answer. */
export class Refusal extends Error {
  readonly answer: Answer

  constructor(answer: Answer) {
    super(`refused with ${answer.status}`)
    this.answer = answer
  }
}

export type Work = (request: FastifyRequest) => Answer | Promise<Answer>

/** How one gateway words the failures that a script asks for. */
export interface Wording {
  status: (status: number) => Answer
  error: (code: string, message?: string) => Answer
  /** The result that a status query claims. */
  claim: (code: string, request: FastifyRequest) => Answer
}

interface Point {
  script: Script<ReplyPlan>
  wording: Wording
  schedule: Schedule
  work: Work
  /** Stands between a request and its work: Stripe's idempotency keys. */
  around?: (request: FastifyRequest, answer: () => Promise<Answer>) => Promise<Answer>
}

/** A route handler that does its work and answers as the script of this point decides. */
export function answering({ script, wording, schedule, work, around = (_, answer) => answer() }: Point) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    const plan = script.draw()
    if (plan.kind === 'unreachable') return cut(request, reply)
    if (plan.kind === 'hang' && !plan.afterWork) return reply.hijack()
    const answer = await around(request, () => decide(plan, request, { work, wording }))
    if (plan.kind === 'lost') return cut(request, reply)
    if (plan.kind === 'hang') return reply.hijack()
    if (plan.kind === 'delay') await new Promise<void>((resolve) => schedule.after(plan.ms, resolve))
    if (plan.kind === 'garbage') return send(reply, { status: 200, body: halfOf(answer), type: 'application/json' })
    return send(reply, answer)
  }
}

async function decide(plan: ReplyPlan, request: FastifyRequest, { work, wording }: Pick<Point, 'work' | 'wording'>) {
  switch (plan.kind) {
    case 'error':
      return wording.error(plan.code, plan.message)
    case 'claim':
      return wording.claim(plan.code, request)
    case 'status':
    case 'html': {
      if (plan.afterWork) await settled(work, request)
      return plan.kind === 'status' ? wording.status(plan.status) : page(plan.status)
    }
    default:
      return settled(work, request)
  }
}

async function settled(work: Work, request: FastifyRequest): Promise<Answer> {
  try {
    return await work(request)
  } catch (error) {
    if (error instanceof Refusal) return error.answer
    throw error
  }
}

function send(reply: FastifyReply, { status, body, type = 'application/json', headers = {} }: Answer) {
  return reply
    .code(status)
    .headers(headers)
    .type(type)
    .send(typeof body === 'string' ? body : JSON.stringify(body))
}

function cut(request: FastifyRequest, reply: FastifyReply) {
  reply.hijack()
  request.raw.socket.destroy()
  return reply
}

function page(status: number): Answer {
  const body = `<html><head><title>${status}</title></head><body><h1>${status} Service Unavailable</h1></body></html>`
  return { status, body, type: 'text/html' }
}

function halfOf({ body }: Answer): string {
  const text = JSON.stringify(body)
  return text.slice(0, Math.ceil(text.length / 2))
}
