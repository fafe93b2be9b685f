import type { Context } from '../http/context.ts'

/** The job of a process that is killed may run again after two minutes. */
const RUN_MS = 60_000
const AT_ONCE = 5

/**
 * Takes what waits, five at once and each with an entity manager of its own, until `takeNext` answers false, for a minute at most.
 * Where one throws, the others end what they have begun; then it throws the first of these errors.
 */
export async function workThrough(ctx: Context, takeNext: (own: Context) => Promise<boolean>): Promise<void> {
  const endsAt = performance.now() + RUN_MS
  let failure: unknown
  const goOn = async () => {
    const own = { ...ctx, em: ctx.em.fork() }
    let isMore = true
    while (isMore && failure === undefined && performance.now() < endsAt) isMore = await takeNext(own)
  }
  const takeOn = () =>
    goOn().catch((error: unknown) => {
      failure ??= error
    })
  await Promise.all(Array.from({ length: AT_ONCE }, takeOn))
  if (failure !== undefined) throw failure
}
