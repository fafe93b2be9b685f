import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm, utimes } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { pictureSources, pictureWidths } from '@marashi/domain/rules/picture'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { logIn, makeCategory } from '../../testing/factories.ts'
import { heicPhoto, multipart, redAndBlue } from '../../testing/photos.ts'
import { asAnotherRequest } from '../../testing/refuse-second-connections.ts'
import { claimPicture, releasePicture } from './claim-picture.ts'
import { folderStore } from './folder-store.ts'
import { garbageCollectPictures } from './garbage-collect-pictures.ts'
import type { MediaStore } from './media-store.ts'
import { pictureFiles } from './picture-files.ts'

const DAY_MS = 24 * 60 * 60 * 1000

let shop: TestApp
let dataDir: string
let now = new Date()
const mediaDir = () => path.join(dataDir, 'media')

beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'marashi-uploads-'))
  shop = await buildTestApp({ env: { DATA_DIR: dataDir }, clock: () => now })
})
afterAll(async () => {
  await shop[Symbol.asyncDispose]()
  await rm(dataDir, { recursive: true, force: true })
})
beforeEach(async () => {
  now = new Date()
  await shop.query('delete from uploaded_pictures')
  await rm(mediaDir(), { recursive: true, force: true })
})

/** Logged in just now, whatever the time of the test is. */
const session = () => logIn(shop.deps.orm, { lastSeenAt: now, expiresAt: new Date(now.getTime() + DAY_MS) })

const post = async (request: { headers: Record<string, string>; payload: Buffer }) =>
  shop.app.inject({
    method: 'POST',
    url: '/api/admin/uploads/image',
    payload: request.payload,
    headers: { ...(await session()), ...request.headers },
  })
const upload = (bytes: Buffer) => post(multipart({ name: 'image', bytes }))
const kept = async () => ({
  rows: await shop.query('select * from uploaded_pictures'),
  files: await readdir(mediaDir(), { recursive: true }).catch(() => []),
})
const nothing = { rows: [], files: [] }

/** Which colour dominates the middle of a stored file's left and right half. */
async function halves(file: string): Promise<string[]> {
  const { data, info } = await sharp(file).raw().toBuffer({ resolveWithObject: true })
  return [0.3, 0.7].map((share) => {
    const at = (Math.floor(info.height / 2) * info.width + Math.floor(info.width * share)) * info.channels
    const [r = 0, g = 0, b = 0] = data.subarray(at, at + 3)
    return r > 2 * g && r > 2 * b ? 'red' : b > 2 * g && b > 2 * r ? 'blue' : `${r} ${g} ${b}`
  })
}

/** A blue photo with a white middle. */
const onWhite = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#2020c0' } })
    .composite([
      {
        input: {
          create: { width: Math.round(width / 2), height: Math.round(height / 2), channels: 3, background: '#fff' },
        },
      },
    ])
    .png()
    .toBuffer()

/** Which colour the four corners of a stored portrait have. */
async function cornersOf(folder: string): Promise<string[]> {
  const { data, info } = await sharp(path.join(folder, '1080.jpg')).raw().toBuffer({ resolveWithObject: true })
  const [right, bottom] = [info.width - 3, info.height - 3]
  return [
    [2, 2],
    [right, 2],
    [2, bottom],
    [right, bottom],
  ].map(([x = 0, y = 0]) => {
    const at = (y * info.width + x) * info.channels
    const [r = 0, g = 0, b = 0] = data.subarray(at, at + 3)
    return b > 2 * r && b > 2 * g ? 'blue' : `${r} ${g} ${b}`
  })
}

async function uploaded(bytes: Buffer): Promise<string> {
  const answer = await upload(bytes)
  expect(answer.body).toMatch(/^\{"url":/)
  const { url } = answer.json<{ url: string }>()
  expect(url).toMatch(/^http:\/\/shop\.test\/media\/[0-9a-f-]{36}\/1080\.jpg$/)
  expect(pictureSources(url)).not.toBeNull()
  return path.join(dataDir, new URL(url).pathname, '..')
}

describe.runIf(existsSync('/dev/full'))('on a full disk', () => {
  it('tells the owner to free some space, and leaves no half of a picture behind', async () => {
    const store = folderStore(mediaDir())
    // The kernel answers every write to this file as a full disk does.
    const full = path.join(...Array<string>(20).fill('..'), 'dev/full')
    const put: MediaStore['put'] = (id, files) => store.put(id, new Map([...files, [full, Buffer.from('one more')]]))
    await using crowded = await buildTestApp({ media: { ...store, put } })
    const { headers, payload } = multipart({ name: 'image', bytes: await redAndBlue().png().toBuffer() })
    const answer = await crowded.app.inject({
      method: 'POST',
      url: '/api/admin/uploads/image',
      payload,
      headers: { ...headers, ...(await logIn(crowded.deps.orm)) },
    })
    expect(answer.statusCode).toBe(503)
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
    expect(answer.json()).toMatchObject({
      error: 'The shop’s disk is full. Free some space on it, then upload the picture again.',
      code: 'DISK_FULL',
    })
    expect(await readdir(mediaDir(), { recursive: true })).toEqual([])
  })
})

describe('POST /api/admin/uploads/image', () => {
  it('makes every file of a picture and answers its absolute address', async () => {
    const folder = await uploaded(await redAndBlue(1200, 900).jpeg().toBuffer())
    expect((await readdir(folder)).sort()).toEqual(pictureFiles.toSorted())
    for (const width of pictureWidths) {
      const metadata = await sharp(path.join(folder, `${width}.avif`)).metadata()
      expect([metadata.width, metadata.height]).toEqual([width, width * 1.25])
    }
    const share = await readFile(path.join(folder, 'share.jpg'))
    const { width, height } = await sharp(share).metadata()
    expect([width, height]).toEqual([1200, 630])
  })

  it.each([
    ['JPEG', () => redAndBlue().jpeg({ quality: 95 }).toBuffer()],
    ['PNG', () => redAndBlue().png().toBuffer()],
    ['WebP', () => redAndBlue().webp({ quality: 95 }).toBuffer()],
    ['AVIF', () => redAndBlue().avif({ quality: 90 }).toBuffer()],
    ['HEIC', async () => heicPhoto],
    ['CMYK JPEG', () => redAndBlue().toColourspace('cmyk').jpeg({ quality: 95 }).toBuffer()],
    ['16-bit PNG', () => redAndBlue().toColourspace('rgb16').png().toBuffer()],
    [
      'JPEG that was held sideways',
      async () =>
        sharp(await redAndBlue().png().toBuffer())
          .rotate(90)
          .withMetadata({ orientation: 8 })
          .jpeg()
          .toBuffer(),
    ],
  ])('takes a %s and keeps it upright and whole', async (_what, make) => {
    const folder = await uploaded(await make())
    expect(await halves(path.join(folder, '1080.jpg'))).toEqual(['red', 'blue'])
    expect(await halves(path.join(folder, '240.webp'))).toEqual(['red', 'blue'])
  })

  it.each([
    ['a panorama', 3_000, 20],
    ['a tower', 20, 3_000],
    ['two pixels', 2, 1],
  ])('takes %s', async (_what, width, height) => {
    const folder = await uploaded(await redAndBlue(width, height).png().toBuffer())
    expect(await sharp(path.join(folder, '1080.jpg')).metadata()).toMatchObject({ width: 1_080, height: 1_350 })
  })

  it.each([
    ['3:4, a phone held upright', 900, 1200],
    ['5:7', 1000, 1400],
    ['4:5', 800, 1000],
  ])('lets a photo of %s fill the portrait', async (_what, width, height) => {
    const folder = await uploaded(await onWhite(width, height))
    expect(await cornersOf(folder)).toEqual(['blue', 'blue', 'blue', 'blue'])
  })

  it.each([
    ['a square', 1000, 1000],
    ['2:3', 800, 1200],
    ['9:16, a screenshot', 720, 1280],
    ['4:3', 1200, 900],
    ['16:9', 1280, 720],
  ])('shows %s whole, without hard bars around it', async (_what, width, height) => {
    const photo = await sharp(await redAndBlue(width, height).png().toBuffer())
      .composite([{ input: await onWhite(width / 2, height / 2), left: width / 4, top: height / 4 }])
      .png()
      .toBuffer()
    const folder = await uploaded(photo)
    const { data, info } = await sharp(path.join(folder, '1080.jpg')).raw().toBuffer({ resolveWithObject: true })
    expect([info.width, info.height]).toEqual([1080, 1350])
    // No step in colour from the left edge to the right one, or from top to bottom, along the background.
    const isTall = width / height < 0.8
    const steps = Array.from({ length: isTall ? info.height - 1 : info.width - 1 }, (_, at) => {
      const [one, next] = isTall ? [at * info.width, (at + 1) * info.width] : [at, at + 1]
      return Math.abs((data[one * info.channels] ?? 0) - (data[next * info.channels] ?? 0))
    })
    expect(Math.max(...steps)).toBeLessThan(12)
  })

  it('fills the canvas around a photo with the colour of its edges', async () => {
    const photo = await sharp({ create: { width: 400, height: 200, channels: 3, background: '#f0f0f0' } })
      .png()
      .toBuffer()
    const folder = await uploaded(photo)
    const { data } = await sharp(path.join(folder, '1080.jpg')).raw().toBuffer({ resolveWithObject: true })
    expect([...data.subarray(0, 3)]).toEqual([240, 240, 240].map((value) => expect.closeTo(value, -0.7)))
  })

  it('keeps the share picture small, however detailed the photo', async () => {
    const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const
    const detailed = sharp({ create: { width: 1_000, height: 1_000, channels: 3, background: '#000', noise } })
    const folder = await uploaded(await detailed.jpeg({ quality: 90 }).toBuffer())
    expect((await readFile(path.join(folder, 'share.jpg'))).length).toBeLessThan(100_000)
  })

  it('leaves no place, time or text of the photo in any file', async () => {
    const exif = { IFD0: { Copyright: 'a secret text' }, IFD3: { GPSLatitudeRef: 'S', GPSLatitude: '1/1 17/1 0/1' } }
    const folder = await uploaded(await redAndBlue().withExif(exif).jpeg().toBuffer())
    for (const name of pictureFiles) {
      const bytes = await readFile(path.join(folder, name))
      expect(bytes.includes('a secret text')).toBe(false)
      expect((await sharp(bytes).metadata()).exif).toBeUndefined()
    }
  })
})

const childrenFile = `/proc/self/task/${process.pid}/children`

describe.runIf(existsSync(childrenFile))('a photo whose process is ended', () => {
  /** Ends the process of the photo as soon as there is one. */
  async function endWorker(signal: NodeJS.Signals): Promise<void> {
    for (;;) {
      const children = (await readFile(childrenFile, 'utf8')).trim().split(' ').filter(Boolean)
      for (const pid of children) {
        const started = await readFile(`/proc/${pid}/cmdline`, 'utf8')
        if (started.includes('image-worker.child')) return void process.kill(Number(pid), signal)
      }
      await wait(5)
    }
  }

  it.each([
    ['for its memory or its time', 'SIGKILL', 503, 'The shop could not process this picture now. Please try again.'],
    ['by a decoder that crashes', 'SIGSEGV', 400, 'This picture cannot be read. It may be damaged.'],
  ] as const)('%s', async (_what, signal, status, error) => {
    const [answer] = await Promise.all([upload(await redAndBlue(2_000, 1_500).jpeg().toBuffer()), endWorker(signal)])
    expect([answer.statusCode, answer.json().error]).toEqual([status, error])
    expect(await kept()).toEqual(nothing)
  })
})

describe('an upload that cannot be right', () => {
  const invalidType = 'Invalid file type. Please upload a JPEG, PNG, WebP, AVIF or HEIC image.'
  const damaged = 'This picture cannot be read. It may be damaged.'
  const tooMany = 'This picture has too many pixels. Make it smaller first.'
  const tooLarge = 'File is too large. Maximum size is 5MB.'
  const jpeg = () => redAndBlue(640, 480).jpeg().toBuffer()
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>'

  it.each([
    ['an SVG', async () => Buffer.from(svg), 415, invalidType],
    ['HTML', async () => Buffer.from('<!doctype html><script>alert(1)</script>'), 415, invalidType],
    [
      'HTML behind the first bytes of a PNG',
      async () => Buffer.from('\x89PNG\r\n\x1a\n<script>', 'latin1'),
      400,
      damaged,
    ],
    ['a GIF', () => redAndBlue().gif().toBuffer(), 415, invalidType],
    ['a TIFF', () => redAndBlue().tiff().toBuffer(), 415, invalidType],
    ['nothing', async () => Buffer.alloc(0), 415, invalidType],
    ['one byte', async () => Buffer.from([0xff]), 415, invalidType],
    ['a JPEG that ends in the middle', async () => (await jpeg()).subarray(0, 2_000), 400, damaged],
    ['a HEIC that ends in the middle', async () => heicPhoto.subarray(0, 450), 400, damaged],
    ['a HEIC of which only the name is left', async () => heicPhoto.subarray(0, 24), 400, damaged],
    ['a small PNG of 49 million pixels', () => bomb(7_000, 7_000), 413, tooMany],
    ['a JPEG of 40 million pixels and a few', () => redAndBlue(8_000, 5_001).jpeg().toBuffer(), 413, tooMany],
    ['5 MiB and one byte', async () => Buffer.concat([await jpeg(), Buffer.alloc(5 * 1024 * 1024)]), 413, tooLarge],
  ])('%s is refused and leaves nothing', async (_what, make, status, error) => {
    const answer = await upload(await make())
    expect([answer.statusCode, answer.json().error]).toEqual([status, error])
    expect(await kept()).toEqual(nothing)
  })

  it('may be 5 MiB to the byte', async () => {
    const photo = await jpeg()
    const folder = await uploaded(Buffer.concat([photo, Buffer.alloc(5 * 1024 * 1024 - photo.length)]))
    expect(await readdir(folder)).toHaveLength(13)
  })

  it('is refused when its form is not one file in the field image', async () => {
    const image = { name: 'image', bytes: await jpeg() }
    const good = multipart(image)
    const bad = [
      multipart(image, image),
      multipart(image, { name: 'other', bytes: image.bytes }),
      multipart({ name: 'picture', bytes: image.bytes }),
      multipart(),
      { ...good, headers: { 'content-type': 'multipart/form-data' } },
      { ...good, headers: { 'content-type': 'multipart/form-data; boundary=another' } },
      { ...good, headers: { 'content-type': `multipart/form-data; boundary=${'x'.repeat(252)}` } },
      { ...good, payload: good.payload.subarray(0, 400) },
      { headers: { 'content-type': 'image/jpeg' }, payload: image.bytes },
      { headers: { 'content-type': 'application/json' }, payload: Buffer.from('{}') },
    ]
    for (const request of bad) {
      const answer = await post(request)
      expect(answer.statusCode).toBeGreaterThanOrEqual(400)
      expect(answer.statusCode).toBeLessThan(500)
      expect(answer.json()).toMatchObject({ error: expect.any(String), code: expect.any(String) })
    }
    expect(await kept()).toEqual(nothing)
  })

  it('is refused without a session, before a byte of it is read', async () => {
    const { headers, payload } = multipart({ name: 'image', bytes: await jpeg() })
    const answer = await shop.app.inject({ method: 'POST', url: '/api/admin/uploads/image', headers, payload })
    expect(answer.statusCode).toBe(401)
    expect(answer.json()).toMatchObject({ error: 'Please log in.', code: 'UNAUTHORIZED' })
    expect(await kept()).toEqual(nothing)
  })

  it('leaves nothing when the phone goes away in the middle', async () => {
    const address = await shop.app.listen({ host: '127.0.0.1', port: 0 })
    const { headers, payload } = multipart({ name: 'image', bytes: await jpeg() })
    const socket = connect(Number(new URL(address).port), '127.0.0.1')
    const { cookie } = await session()
    const head = `POST /api/admin/uploads/image HTTP/1.1\r\nhost: shop.test\r\ncookie: ${cookie}\r\ncontent-type: ${headers['content-type']}\r\ncontent-length: ${payload.length}\r\n\r\n`
    socket.write(head)
    socket.write(payload.subarray(0, payload.length / 2))
    await wait(100)
    socket.destroy()
    await wait(200)
    expect(await kept()).toEqual(nothing)
    expect((await upload(await jpeg())).statusCode).toBe(200)
  })
})

it('processes one photo after the other, and answers other requests meanwhile', async () => {
  const photo = await redAndBlue(4_000, 3_000).jpeg().toBuffer()
  const uploads = Promise.all([upload(photo), upload(photo), upload(heicPhoto)])
  let longestMs = 0
  let isOver = false
  void uploads.then(() => {
    isOver = true
  })
  while (!isOver) {
    const before = process.threadCpuUsage()
    await shop.app.inject('/healthz')
    await wait(5)
    // The work of this thread, which is all that keeps others waiting; how long it waits itself is the machine's affair.
    const { user, system } = process.threadCpuUsage(before)
    longestMs = Math.max(longestMs, (user + system) / 1_000)
  }
  expect((await uploads).map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
  expect(longestMs).toBeLessThan(500)
})

describe('garbage collection of pictures', () => {
  const collect = () =>
    garbageCollectPictures({ em: shop.deps.orm.em.fork(), clock: () => now }, folderStore(mediaDir()))
  const later = (ms: number) => {
    now = new Date(now.getTime() + ms)
  }
  const small = () => redAndBlue().png().toBuffer()
  const send = async (method: 'POST' | 'PUT' | 'DELETE', url: string, payload?: object) =>
    shop.app.inject({ method, url: `/api/products${url}`, headers: await session(), payload })

  async function form() {
    const { url } = (await upload(await small())).json<{ url: string }>()
    const category = await makeCategory(shop.deps.orm, `Category ${Math.random()}`)
    return { name: 'Oud', description: 'Smoke.', price: 1, image: url, categoryId: category.id }
  }

  it('deletes what no product has shown for a day, and no earlier', async () => {
    await upload(await small())
    later(DAY_MS - 60_000)
    await collect()
    expect((await kept()).rows).toHaveLength(1)
    later(120_000)
    await collect()
    expect(await kept()).toEqual(nothing)
  })

  it('deletes the others where one cannot be deleted, and says how many are left', async () => {
    for (let nth = 0; nth < 3; nth += 1) await upload(await small())
    later(DAY_MS + 1)
    const [stuck] = await shop.query<{ id: string }>('select id from uploaded_pictures order by unused_since limit 1')
    const store = folderStore(mediaDir())
    const remove = (id: string) => (id === stuck?.id ? Promise.reject(new Error('EACCES')) : store.remove(id))
    const collected = garbageCollectPictures({ em: shop.deps.orm.em.fork(), clock: () => now }, { ...store, remove })
    await expect(collected).rejects.toThrow('1 unused pictures could not be deleted')
    expect((await kept()).rows).toMatchObject([stuck])
    await collect()
    expect(await kept()).toEqual(nothing)
  })

  it('never deletes what a product shows, and waits a day when it stops', async () => {
    const product = await form()
    const { id } = (await send('POST', '', product)).json()
    later(3 * DAY_MS)
    await collect()
    expect((await kept()).files).toHaveLength(14)
    await send('PUT', `/${id}`, await form())
    later(DAY_MS / 2)
    await collect()
    expect((await kept()).rows).toHaveLength(2)
    later(DAY_MS)
    await collect()
    expect((await kept()).rows).toHaveLength(1)
    await send('DELETE', `/${id}`)
    later(DAY_MS + 1)
    await collect()
    expect(await kept()).toEqual(nothing)
  })

  it('never deletes a picture behind the first, and waits a day when it goes', async () => {
    const [product, { image }] = [await form(), await form()]
    const { id } = (await send('POST', '', { ...product, morePictures: [{ image }] })).json()
    later(3 * DAY_MS)
    await collect()
    expect((await kept()).rows).toHaveLength(2)
    await send('PUT', `/${id}`, { ...product, morePictures: [] })
    later(DAY_MS / 2)
    await collect()
    expect((await kept()).rows).toHaveLength(2)
    later(DAY_MS)
    await collect()
    expect((await kept()).rows).toHaveLength(1)
    const gone = await send('PUT', `/${id}`, { ...product, morePictures: [{ image }] })
    expect([gone.statusCode, gone.json().fields]).toEqual([
      400,
      { morePictures: 'This picture is not there any more. Please upload it again.' },
    ])
  })

  it('refuses a product whose picture was deleted while its form was open', async () => {
    const product = await form()
    later(DAY_MS + 1)
    await collect()
    const answer = await send('POST', '', product)
    expect([answer.statusCode, answer.json().fields]).toEqual([
      400,
      { image: 'This picture is not there any more. Please upload it again.' },
    ])
  })

  it('leaves a picture alone that a product is being stored with', async () => {
    const product = await form()
    later(DAY_MS + 1)
    const [answer] = await Promise.all([send('POST', '', product), collect(), collect()])
    const { rows, files } = await kept()
    expect({ status: answer.statusCode, rows: rows.length, files: files.length }).toEqual(
      answer.statusCode === 201 ? { status: 201, rows: 1, files: 14 } : { status: 400, rows: 0, files: 0 },
    )
  })

  it('leaves a claimed picture alone, and lets another product that exchanges its picture for it let it go', async () => {
    const { image } = await form()
    const path = image.replace(/^.*(?=\/media)/, '')
    later(DAY_MS + 1)
    await shop.deps.orm.em.fork().transactional(async (tx) => {
      await claimPicture(tx, path)
      await asAnotherRequest(collect)
      expect((await kept()).rows).toHaveLength(1)
      await asAnotherRequest(() => releasePicture(shop.deps.orm.em.fork(), path, now))
    })
    expect((await kept()).rows).toMatchObject([{ unused_since: now }])
  })

  it('deletes what a crash left unfinished', async () => {
    const left = path.join(mediaDir(), '.11111111-1111-4111-8111-111111111111-abcdef')
    await mkdir(left, { recursive: true })
    await collect()
    expect((await kept()).files).toHaveLength(1)
    const longAgo = new Date(now.getTime() - 11 * 60_000)
    await utimes(left, longAgo, longAgo)
    await collect()
    expect(await kept()).toEqual(nothing)
  })
})

/** A PNG of one colour: a small file that needs much memory when decoded. */
const bomb = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#123' }, limitInputPixels: false })
    .png({ compressionLevel: 9 })
    .toBuffer()
