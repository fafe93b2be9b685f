import { codeIn, isAway } from './refusals.ts'

const FIRST_PAUSE_MS = 500
/** Whoever is asked to wait longer is told, and decides. */
const LONGEST_PAUSE_MS = 30_000
/** A process of the shop that was killed holds its request for two minutes; what comes after that is an answer. */
const RUNNING_MS = 130_000
const LONGEST_PAUSE_WHILE_RUNNING_MS = 5_000

/**
 * How many milliseconds to wait before the same request is sent again, asked after each answer, or after undefined where none came.
 * Undefined where what came stands.
 */
export function pausesOf(
  request: Request,
  tries: number,
): (answer: Response | undefined) => Promise<number | undefined> {
  let sent = 0
  let waits = 0
  let waitsUntil: number | undefined
  return async (answer) => {
    if (answer && tries > 1 && (await isRunning(answer))) {
      waitsUntil ??= Date.now() + RUNNING_MS
      waits += 1
      const pauseMs = Math.max(askedMs(answer) ?? 0, Math.min(pauseOf(waits), LONGEST_PAUSE_WHILE_RUNNING_MS))
      return Date.now() + pauseMs > waitsUntil ? undefined : pauseMs
    }
    sent += 1
    if (sent >= tries || !(await mayComeAgain(request, answer))) return undefined
    const pauseMs = (answer && askedMs(answer)) ?? pauseOf(sent)
    return pauseMs > LONGEST_PAUSE_MS ? undefined : pauseMs
  }
}

/** Other 409s ask for patience too, such as an open prompt, but the same request would ring the phone again. */
const isRunning = async (answer: Response): Promise<boolean> =>
  answer.status === 409 && (await codeIn(answer)) === 'REQUEST_RUNNING'

/**
 * What was refused with 429 was not begun, whatever it was. Behind 502 and 504 of a proxy the shop may have done it. Where M-Pesa was
 * silent the shop has asked it: the phone may ring already.
 */
async function mayComeAgain(request: Request, answer: Response | undefined): Promise<boolean> {
  if (answer?.status === 429) return true
  if (answer && !isAway(answer)) return false
  return isRepeatable(request) && !(answer && (await codeIn(answer)) === 'MPESA_UNANSWERED')
}

/** Whether a lost answer may be followed by the same request. The shop does nothing twice of what a key writes, and no order. */
function isRepeatable({ method, url, headers }: Request): boolean {
  if (method === 'GET' || method === 'HEAD' || headers.has('Authorization')) return true
  return method === 'POST' && new URL(url).pathname === '/api/orders'
}

function askedMs({ headers }: Response): number | undefined {
  const asked = headers.get('retry-after')
  return asked !== null && /^\d+$/.test(asked) ? Number(asked) * 1_000 : undefined
}

const pauseOf = (nth: number): number => FIRST_PAUSE_MS * 2 ** (nth - 1) * (0.75 + Math.random() / 2)
