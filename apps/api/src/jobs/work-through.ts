import type { Context } from '../http/context.ts'

/** The job of a process that is killed may run again after two minutes. */
const RUN_MS = 60_000

/** One of those that wait failed by itself and was planned anew: it holds up no other. */
export class FailedAlone extends Error {}

/**
 * Takes what waits, `atOnce` at once and each with an entity manager of its own, until `takeNext` answers false, for a minute at most.
 * Where one throws, the others end what they have begun, and go on only after a FailedAlone; then it throws the first of these errors.
 */
export async function workThrough(
  ctx: Context,
  takeNext: (own: Context) => Promise<boolean>,
  { atOnce = 5 } = {},
): Promise<void> {
  const endsAt = performance.now() + RUN_MS
  let failure: unknown
  let isOver = false
  const goOn = async () => {
    const own = { ...ctx, em: ctx.em.fork() }
    let isMore = true
    while (isMore && !isOver && performance.now() < endsAt)
      isMore = await takeNext(own).catch((error: unknown) => {
        failure ??= error
        isOver ||= !(error instanceof FailedAlone)
        return true
      })
  }
  await Promise.all(Array.from({ length: atOnce }, goOn))
  if (failure !== undefined) throw failure
}
