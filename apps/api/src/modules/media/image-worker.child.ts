import { type PhotoTask, processPhoto } from './image-worker.ts'

/** Why nothing came of a photo that may be a good one. */
export type PhotoFailure = { failure: string }

/** process-image.ts starts this process for one photo: it receives the photo as a message, sends the outcome, and exits. */
process.once('message', async (task: PhotoTask) => {
  const outcome = await processPhoto(task).catch((error: unknown): PhotoFailure => ({ failure: String(error) }))
  process.send?.(outcome, () => process.exit())
})
process.once('disconnect', () => process.exit()) // the shop is gone
