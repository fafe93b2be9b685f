import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import sharp from 'sharp'
import { homeShareArt, signArt } from './brand-art.ts'

/**
 * Draws the shop's icons and the picture of a shared link to its home page into `directory`. Run this file to redraw
 * those the storefront serves: `node apps/api/src/seed/draw-brand.ts`.
 */
export async function drawBrand(directory: string): Promise<void> {
  await mkdir(directory, { recursive: true })
  const rounded = signArt({ corner: 112, reach: 0.82 })
  const square = signArt({ corner: 0, reach: 0.74 })
  const maskable = signArt({ corner: 0, reach: 0.62 })
  const write = (name: string, content: Uint8Array | string) => writeFile(path.join(directory, name), content)
  await Promise.all([
    write('favicon.svg', `${rounded}\n`),
    write('favicon-32.png', await icon(rounded, 32)),
    write('icon-192.png', await icon(rounded, 192)),
    write('icon-512.png', await icon(rounded, 512)),
    write('icon-maskable-512.png', await icon(maskable, 512)),
    write('apple-touch-icon.png', await icon(square, 180)),
    write('share.jpg', await sharp(Buffer.from(homeShareArt())).jpeg({ quality: 82, mozjpeg: true }).toBuffer()),
  ])
}

const icon = (svg: string, size: number) =>
  sharp(Buffer.from(svg), { density: (72 * size) / 512 })
    .resize(size, size)
    .png({ palette: true, colours: 64, effort: 10 })
    .toBuffer()

if (import.meta.main) await drawBrand(path.resolve(import.meta.dirname, '../../../storefront/public'))
