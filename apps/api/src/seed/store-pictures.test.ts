import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, it } from 'vitest'
import { folderStore } from '../modules/media/folder-store.ts'
import { storePictures } from './store-pictures.ts'

it('gives a shop whose pictures lie elsewhere the drawn ones, and not those that are half drawn', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'marashi-drawn-'))
  try {
    for (const id of ['oud-tausi', '.amber-x1']) {
      await mkdir(path.join(folder, 'drawn', id), { recursive: true })
      await writeFile(path.join(folder, 'drawn', id, '240.jpg'), id)
    }
    const media = folderStore(path.join(folder, 'store'))
    await storePictures(path.join(folder, 'drawn'), media)
    expect(await media.list()).toEqual(['oud-tausi'])
    const found = await media.read('oud-tausi', '240.jpg')
    expect(Buffer.concat((await found?.body.toArray()) ?? []).toString()).toBe('oud-tausi')
  } finally {
    await rm(folder, { recursive: true })
  }
})
