import { develop, type PhotoTask } from './image-worker.ts'

/** Started by develop-photo.ts for one photo: takes it as a message, answers with one, and ends. */
process.once('message', async (task: PhotoTask) => {
  const outcome = await develop(task)
  process.send?.(outcome, () => process.exit())
})
process.once('disconnect', () => process.exit()) // the shop is gone
