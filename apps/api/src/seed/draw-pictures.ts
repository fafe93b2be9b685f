import { chmod, mkdir, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import path from 'node:path'
import sharp from 'sharp'
import { encodeVariants, pixelsOf } from '../modules/media/encode-variants.ts'
import { bottleArt } from './bottle-art.ts'
import type { Perfume } from './perfume.ts'
import { type View, views, viewsOf } from './perfume-views.ts'
import { pictureIdOf } from './picture-id.ts'
import { shareArt } from './share-art.ts'

/**
 * Draws every perfume's pictures into `<directory>/<pictureId>/{240,400,640,1080}.{avif,webp,jpg}` and `share.jpg`, as
 * many at once as the machine has processors; the work is done off the event loop. A picture appears whole or not at
 * all, and those that exist are left alone.
 */
export async function drawPictures(job: { perfumes: readonly Perfume[]; directory: string }): Promise<void> {
  await mkdir(job.directory, { recursive: true })
  const existing = new Set(await readdir(job.directory))
  const waiting = job.perfumes.flatMap((perfume) => viewsOf(perfume).map((view) => ({ perfume, view })))
  const painters = Array.from({ length: availableParallelism() }, async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const id = pictureIdOf(next.perfume, next.view)
      if (!existing.has(id)) await drawPicture({ ...next, id }, job.directory)
    }
  })
  await Promise.all(painters)
}

async function drawPicture(
  { perfume, view, id }: { perfume: Perfume; view: View; id: string },
  directory: string,
): Promise<void> {
  const unfinished = await mkdtemp(path.join(directory, `.${id}-`))
  const widest = await pixelsOf(drawing(bottleArt(perfume, view), { width: 1080, units: views[view][2] }))
  for (const [name, bytes] of await encodeVariants(widest)) await writeFile(path.join(unfinished, name), bytes)
  const share = drawing(shareArt(perfume), { width: 1200, units: 1200 })
  await share.jpeg({ quality: 80, progressive: true }).toFile(path.join(unfinished, 'share.jpg'))
  await publish(unfinished, path.join(directory, id))
}

/** Gives a finished folder its name; when another process was faster, its picture is the same and stays. */
async function publish(unfinished: string, finished: string): Promise<void> {
  await chmod(unfinished, 0o755) // mkdtemp's folders are for their maker alone; a web server may run as somebody else
  try {
    await rename(unfinished, finished)
  } catch (problem) {
    const wasFaster =
      problem instanceof Error && 'code' in problem && ['ENOTEMPTY', 'EEXIST', 'EPERM'].includes(String(problem.code))
    if (!wasFaster) throw problem
    await rm(unfinished, { recursive: true })
  }
}

/** SVG of `units` across, drawn `width` pixels wide; 72 dots per inch draw a unit as a pixel. */
const drawing = (svg: string, { width, units }: { width: number; units: number }) =>
  sharp(Buffer.from(svg), { density: (72 * width) / units }).removeAlpha()
