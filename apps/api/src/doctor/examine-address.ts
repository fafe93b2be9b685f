import type { Environment } from '../env.ts'
import { certificateFinding } from '../modules/admin/health/checks/certificate.ts'
import { certificateAt } from '../modules/admin/health/facts/read-certificate.ts'
import { broken, doubtful, type Finding, fine, reasonOf } from '../modules/admin/health/finding.ts'

const TIMEOUT_MS = 10_000
const MAX_SKEW_SECONDS = 60

/**
 * The public address, as shoppers and gateways reach it: whether this shop answers there with a valid certificate, and
 * whether a webhook gets through whatever stands in front.
 */
export async function examineAddress(
  { PUBLIC_URL }: Pick<Environment, 'PUBLIC_URL'>,
  clock: () => Date,
): Promise<Finding[]> {
  try {
    const health = await ask(`${PUBLIC_URL}/healthz`)
    if (!(await isOfShop(health)))
      return [
        broken(
          'Address',
          `${PUBLIC_URL}/healthz answers ${health.status}, and not as the shop does: another server stands there, or a proxy that does not hand everything on.`,
          'Check the name and the proxy. Caddy of docker-compose.production.yml serves the first page alone unless PUBLIC_URL has no / at its end.',
        ),
      ]
    return [
      fine('Address', `${PUBLIC_URL} leads to a shop.`),
      ...(await certificateOf(PUBLIC_URL, clock())),
      ...clockOf(health, clock()),
      await examineWebhooks(PUBLIC_URL),
    ]
  } catch (error) {
    const remedy = 'Start the shop; then check the name, the proxy and its certificate.'
    return [broken('Address', `${PUBLIC_URL} does not answer: ${reasonOf(error)}. ${remedy}`)]
  }
}

/** Also a parked domain, and a proxy that hands on the first page alone, answer 200. */
async function isOfShop(health: Response): Promise<boolean> {
  const body: unknown = await health.json().catch(() => undefined)
  return health.ok && typeof body === 'object' && body !== null && 'status' in body && body.status === 'ok'
}

/** An address for webhooks that was never given out is refused by the shop itself, and by nobody in front of it. */
async function examineWebhooks(publicUrl: string): Promise<Finding> {
  const answer = await ask(`${publicUrl}/api/hooks/pay/never-given-out`, { method: 'POST', body: '{}' })
  const body: unknown = await answer.json().catch(() => undefined)
  const isOurs =
    answer.status === 404 && typeof body === 'object' && body !== null && 'code' in body && body.code === 'NOT_FOUND'
  return isOurs
    ? fine(
        'Webhooks',
        'Callbacks reach the shop, as far as this machine can see. A gateway may still be kept out by a firewall.',
      )
    : broken(
        'Webhooks',
        `A callback got ${answer.status} from something else. Let POST /api/hooks/* through to the shop.`,
      )
}

async function certificateOf(publicUrl: string, now: Date): Promise<Finding[]> {
  const certificate = await certificateAt(publicUrl)
  return certificate ? [certificateFinding({ ...certificate, isReached: true, seenAt: now }, now)] : []
}

function clockOf({ headers }: Response, now: Date): Finding[] {
  const theirs = Date.parse(headers.get('date') ?? '')
  const skew = Math.round((theirs - now.getTime()) / 1_000)
  return Math.abs(skew) > MAX_SKEW_SECONDS
    ? [
        doubtful(
          'Clock',
          `This machine and ${headers.get('server') ?? 'the public address'} are ${Math.abs(skew)} seconds apart.`,
        ),
      ]
    : []
}

const ask = (url: string, init: RequestInit = {}): Promise<Response> =>
  fetch(url, { ...init, redirect: 'manual', signal: AbortSignal.timeout(TIMEOUT_MS) })
