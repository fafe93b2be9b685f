/** When each answer of a folder that this process waits for was asked for, and how many of them it has given up. */
const asked = new Set<{ atMs: number }>()
let givenUp = 0

/** A disk that answers at all does so within this time: what it is asked keeps no process that ends. */
const SILENT_AFTER_MS = 1_000

/** The machine or the disk of a folder answers nothing. */
export class SilentFolder extends Error {}

/**
 * What a folder answers. Throws a SilentFolder after `patienceMs`: that of a machine which is away may say nothing for ever. Its
 * question cannot be taken back, and holds a thread of this process until it is answered.
 */
export async function answerInTime<Result>(
  directory: string,
  answer: Promise<Result>,
  patienceMs: number,
): Promise<Result> {
  const late = Promise.withResolvers<never>()
  const silent = new SilentFolder(
    `${directory} has said nothing for ${patienceMs / 1_000} seconds. Is the machine or the disk away that it lies on?`,
  )
  let isGivenUp = false
  const timer = setTimeout(() => {
    isGivenUp = true
    givenUp += 1
    late.reject(silent)
  }, patienceMs)
  const question = { atMs: performance.now() }
  const heard = () => {
    clearTimeout(timer)
    asked.delete(question)
    if (isGivenUp) givenUp -= 1
  }
  asked.add(question)
  answer.then(heard, heard)
  return await Promise.race([answer, late.promise])
}

/** Whether a folder that was given up keeps this process from ending by itself. */
export const isHeldByFolder = (): boolean => givenUp > 0

/**
 * Node waits for its threads before it ends, also in process.exit: a start that failed would never be tried again, a command never
 * come back, and a night's process outlive its shop. A signal ends it with its threads.
 */
process.once('exit', () => {
  const isSilent = ({ atMs }: { atMs: number }) => performance.now() - atMs > SILENT_AFTER_MS
  if (givenUp > 0 || [...asked].some(isSilent)) process.kill(process.pid, 'SIGKILL')
})
