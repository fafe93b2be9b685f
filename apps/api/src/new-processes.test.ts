import { expect, it } from 'vitest'
import { referenceFiles } from './http/transports/openapi/reference-files.ts'
import { processImage } from './modules/media/process-image.ts'
import { redAndBlue } from './testing/photos.ts'
import { withoutNewProcesses } from './testing/without-new-processes.ts'

const photo = () => redAndBlue().jpeg().toBuffer()

it.each<[string, () => Promise<unknown>]>([
  ['a photo', async () => await processImage(await photo())],
  ['the API reference', referenceFiles(async () => 'Marashi')],
])('fails alone where no process can be started for %s, and the shop goes on', async (_what, work) => {
  const unheard = await withoutNewProcesses(() => expect(work()).rejects.toThrow(/ENOENT/))
  expect(unheard).toEqual([])
  await work()
})
