import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import path from 'node:path'
import { pictureFormats, pictureWidths } from '@marashi/domain/rules/picture'
import sharp, { type Sharp } from 'sharp'
import { bottleArt } from './bottle-art.ts'
import type { Perfume } from './perfume.ts'
import { pictureIdOf } from './picture-id.ts'
import { shareArt } from './share-art.ts'

/**
 * Draws every perfume's picture into `<directory>/<pictureId>/{240,400,640,1080}.{avif,webp,jpg}` and `share.jpg`, as
 * many at once as the machine has processors; the work is done off the event loop. A picture appears whole or not at
 * all, and those that exist are left alone.
 */
export async function drawPictures(job: { perfumes: readonly Perfume[]; directory: string }): Promise<void> {
  await mkdir(job.directory, { recursive: true })
  const existing = new Set(await readdir(job.directory))
  const waiting = job.perfumes.filter((perfume) => !existing.has(pictureIdOf(perfume)))
  const painters = Array.from({ length: availableParallelism() }, async () => {
    for (let perfume = waiting.shift(); perfume; perfume = waiting.shift()) await drawPicture(perfume, job.directory)
  })
  await Promise.all(painters)
}

/**
 * Settings found by measuring: the first start waits for this, and a step more of effort doubles AVIF's time for a
 * twentieth of its bytes.
 */
const encode: Record<(typeof pictureFormats)[number], (picture: Sharp, width: number) => Sharp> = {
  avif: (picture, width) => picture.avif({ quality: 42, effort: width > 640 ? 0 : 1, chromaSubsampling: '4:2:0' }),
  webp: (picture) => picture.webp({ quality: 76, effort: 2 }),
  jpg: (picture) => picture.jpeg({ quality: 76, progressive: true }),
}

async function drawPicture(perfume: Perfume, directory: string): Promise<void> {
  const id = pictureIdOf(perfume)
  const unfinished = path.join(directory, `.${id}-${process.pid}`)
  await rm(unfinished, { recursive: true, force: true })
  await mkdir(unfinished)
  const widest = Math.max(...pictureWidths)
  const { data, info } = await rasterise(bottleArt(perfume), widest)
  for (const width of pictureWidths) {
    const picture = sharp(data, { raw: info }).resize({ width })
    for (const format of pictureFormats) {
      await writeFile(
        path.join(unfinished, `${width}.${format}`),
        await encode[format](picture.clone(), width).toBuffer(),
      )
    }
  }
  const share = await rasterise(shareArt(perfume), 1200)
  await sharp(share.data, { raw: share.info })
    .jpeg({ quality: 80, progressive: true })
    .toFile(path.join(unfinished, 'share.jpg'))
  await rename(unfinished, path.join(directory, id))
}

/** Draws SVG `width` pixels wide at its own proportions. */
function rasterise(svg: string, width: number) {
  return sharp(Buffer.from(svg)).resize({ width }).removeAlpha().raw().toBuffer({ resolveWithObject: true })
}
