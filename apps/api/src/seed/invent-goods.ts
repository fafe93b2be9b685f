import path from 'node:path'
import type { MikroORM } from '@mikro-orm/postgresql'
import type { Environment } from '../env.ts'
import { keepsMediaInS3, mediaStoreOf } from '../modules/media/media-store-of.ts'
import { drawPictures } from './draw-pictures.ts'
import { perfumes } from './perfumes.ts'
import { isEmptyShop, seedShop } from './seed.ts'
import { storePictures } from './store-pictures.ts'

/** Fills a shop without products with the invented catalogue and its pictures. */
export async function inventGoods(
  orm: MikroORM,
  { env, now, log }: { env: Environment; now: Date; log: (line: string) => void },
): Promise<void> {
  if (!(await isEmptyShop(orm))) return
  log('The shop is empty: drawing its first 48 perfumes …')
  const directory = path.resolve(env.DATA_DIR, 'media')
  await drawPictures({ perfumes, directory })
  if (keepsMediaInS3(env)) await storePictures(directory, mediaStoreOf(env))
  await seedShop(orm, now)
}
