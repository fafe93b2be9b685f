import { strangerAddress } from './networks.ts'

const TIME_LIMIT_MS = 10_000

/** Asks for an address as a stranger would. Returns what was answered; nothing where no answer came. */
export async function ask(url: string): Promise<{ status: number | 'none'; body: string }> {
  try {
    const headers = { 'x-forwarded-for': strangerAddress() }
    const response = await fetch(url, { headers, signal: AbortSignal.timeout(TIME_LIMIT_MS) })
    return { status: response.status, body: await response.text() }
  } catch {
    return { status: 'none', body: '' }
  }
}

/** "1.5 s" */
export const secondsText = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`
