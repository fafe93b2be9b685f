/**
 * Runs work while no process of Node's can be started, as where the system allows no more of them or an update has moved
 * Node. Answers the errors that nobody listened to, each of which would have ended the shop.
 */
export async function withoutNewProcesses(work: () => Promise<unknown>): Promise<unknown[]> {
  const unheard: unknown[] = []
  const { execPath } = process
  const listeners = process.listeners('uncaughtException')
  process.removeAllListeners('uncaughtException').on('uncaughtException', (error) => unheard.push(error))
  process.execPath = '/nowhere/node'
  try {
    await work()
    // What else a start that failed reports comes in the turns after it.
    for (let turn = 0; turn < 10; turn++) await new Promise((done) => setImmediate(done))
    return unheard
  } finally {
    process.execPath = execPath
    process.removeAllListeners('uncaughtException')
    for (const listener of listeners) process.on('uncaughtException', listener)
  }
}
