/** How many answers of folders this process waits for, and how many of them it has given up. */
let asked = 0
let givenUp = 0

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
  const heard = () => {
    clearTimeout(timer)
    asked -= 1
    if (isGivenUp) givenUp -= 1
  }
  asked += 1
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
  if (asked > 0) process.kill(process.pid, 'SIGKILL')
})
