/** A call to a folder's file system that has not returned yet. */
interface PendingCall {
  /** By `performance.now()`. */
  startedAtMs: number
  hasTimedOut: boolean
}

const pendingCalls = new Set<PendingCall>()

/** A disk that works answers within this time: a call that is younger keeps no process from ending. */
const NORMAL_CALL_MS = 1_000

/** A folder's file system did not answer in time. */
export class FolderTimeoutError extends Error {}

/**
 * Answers what `call` to the file system of `directory` resolves to, or throws what it rejects with. Throws a FolderTimeoutError after
 * `timeoutMs` milliseconds, because a network folder whose machine is away may never answer. Node cannot cancel the call: it holds one
 * of the process's threads until it returns.
 */
export async function withFolderTimeout<Result>(
  directory: string,
  call: Promise<Result>,
  timeoutMs: number,
): Promise<Result> {
  const timeout = Promise.withResolvers<never>()
  const error = new FolderTimeoutError(
    `${directory} has said nothing for ${timeoutMs / 1_000} seconds. Is the machine or the disk away that it lies on?`,
  )
  const pending: PendingCall = { startedAtMs: performance.now(), hasTimedOut: false }
  pendingCalls.add(pending)
  const timer = setTimeout(() => {
    pending.hasTimedOut = true
    timeout.reject(error)
  }, timeoutMs)
  const settle = () => {
    clearTimeout(timer)
    pendingCalls.delete(pending)
  }
  call.then(settle, settle)
  return await Promise.race([call, timeout.promise])
}

/** Whether a call that timed out still holds a thread, so that this process cannot end by itself. */
export const isHeldByFolder = (): boolean => [...pendingCalls].some(({ hasTimedOut }) => hasTimedOut)

/**
 * Node waits for its threads before it ends, also in process.exit: a start that failed would never be tried again, a command never
 * come back, and a night's process outlive its shop. A signal ends it with its threads.
 */
process.once('exit', () => {
  const isOld = ({ startedAtMs }: PendingCall) => performance.now() - startedAtMs > NORMAL_CALL_MS
  if (isHeldByFolder() || [...pendingCalls].some(isOld)) process.kill(process.pid, 'SIGKILL')
})
