import { fork } from 'node:child_process'
import { processOutcome } from '../../../process-outcome.ts'

const TIMEOUT_MS = 30_000

/** What the API reference consists of; four megabytes of script, of which only the compressed forms are kept. */
export interface ReferenceFiles {
  page: string
  script: { br: Uint8Array; gzip: Uint8Array; etag: string }
}

/**
 * The files of the reference, made when they are first wanted, in a process of its own: the viewer would take 35 MB of the
 * shop's memory for as long as it runs, for a page that few people open.
 */
export function referenceFiles(shopName: () => Promise<string>): () => Promise<ReferenceFiles> {
  let made: { name: string; files: Promise<ReferenceFiles> } | undefined
  return async () => {
    const name = await shopName()
    if (made?.name === name) return await made.files
    const files = makeFiles(name).catch((error: unknown) => {
      made = undefined // the next reader may have more luck
      throw error
    })
    made = { name, files }
    return await files
  }
}

async function makeFiles(shopName: string): Promise<ReferenceFiles> {
  const child = fork(new URL('./reference-files.child.ts', import.meta.url), {
    execArgv: [],
    env: {},
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    timeout: TIMEOUT_MS,
    killSignal: 'SIGKILL',
  })
  const outcome = await processOutcome<ReferenceFiles>(child, shopName)
  if ('ended' in outcome) throw new Error(`The API reference was not made (${outcome.ended})`)
  return outcome
}
