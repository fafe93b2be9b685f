import { type StatementImported, statementImported } from '@marashi/domain/contracts/admin-cash-up'
import { maxStatementBytes, uploadTimeoutMs } from '@marashi/domain/rules/upload-limits'
import { z } from 'zod'
import { cashUpCopy } from '../../../copy/cash-up.ts'
import { loginAsker } from '../../../lib/session/login-request.ts'

const copy = cashUpCopy.statement

/** The body of a refusal (docs/behaviour.md#error-body). */
const refusal = z.object({ error: z.string().min(1) })

/** Sends a statement of the gateway's portal. Throws an Error with what is wrong, and in which row. */
export async function importStatement(file: File): Promise<StatementImported> {
  if (file.size > maxStatementBytes) throw new Error(copy.tooLarge)
  const body = new FormData()
  body.append('file', file)
  let answer: unknown
  let isRefused = true
  const ask = loginAsker()
  let isLoggedOut = false
  try {
    const response = await fetch('/api/admin/cash-up/statement', {
      method: 'POST',
      body,
      // Of a network that has fallen silent browsers say nothing for minutes.
      signal: AbortSignal.timeout(uploadTimeoutMs),
    })
    isRefused = !response.ok
    isLoggedOut = response.status === 401
    answer = await response.json()
  } catch {
    throw new Error(copy.failed)
  }
  if (isLoggedOut) {
    ask()
    throw new Error(copy.sessionEnded)
  }
  const imported = isRefused ? undefined : statementImported.safeParse(answer)
  if (imported?.success) return imported.data
  throw new Error(refusal.safeParse(answer).data?.error ?? copy.failed)
}
