import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

const main = fileURLToPath(new URL('../../../apps/api/src/main.ts', import.meta.url))
const startMs = 120_000

type Shop = { process: ChildProcess; printed: () => string }

/**
 * Starts the built shop with these settings, without rate limits for orders and reviews. It ends with this process, also where
 * that is stopped before the shop is ready.
 */
export function runShop(settings: Record<string, string>): Shop {
  const { NODE_ENV: _ours, ...env } = process.env
  const child = spawn(process.execPath, [main], {
    env: {
      ...env,
      ...settings,
      DATABASE_URL: '',
      ADMIN_PASSWORD_HASH: '',
      LIMIT_ORDERS: 'off',
      LIMIT_REVIEWS: 'off',
      LOG_LEVEL: 'warn',
      // A journey may use its own network address.
      TRUST_PROXY: 'loopback',
    },
    // It ends where the other end of the channel is lost.
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  let printed = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      printed += text
    })
  }
  return { process: child, printed: () => printed }
}

/** Resolves when the shop takes requests; ends it and throws with its output when it is not ready within two minutes. */
export async function untilReady(url: string, shop: Shop): Promise<void> {
  const deadline = Date.now() + startMs
  while (Date.now() < deadline && isRunning(shop)) {
    const answer = await fetch(`${url}/readyz`).catch(() => undefined)
    if (answer?.ok) return
    await sleep(100)
  }
  shop.process.kill('SIGKILL')
  throw new Error(`The shop did not open:\n${shop.printed()}`)
}

/** Sends SIGTERM; throws when the shop ends with an error code or a signal, or has logged an error. */
export async function endShop(shop: Shop): Promise<void> {
  if (isRunning(shop)) {
    const exited = once(shop.process, 'exit')
    shop.process.kill('SIGTERM')
    await exited
  }
  const end = shop.process.signalCode ?? shop.process.exitCode
  if (end !== 0) throw new Error(`The shop ended with ${end}:\n${shop.printed()}`)
  const errors = shop.printed().match(/^\{"level":[56]0.*$/gm) ?? []
  if (errors.length > 0) throw new Error(`The shop logged errors:\n${errors.join('\n')}`)
}

const isRunning = ({ process: { exitCode, signalCode } }: Shop): boolean => exitCode === null && signalCode === null
