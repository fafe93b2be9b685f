import { randomUUID } from 'node:crypto'
import { mkdir, statfs } from 'node:fs/promises'
import path from 'node:path'
import type { MikroORM } from '@mikro-orm/postgresql'
import type { Environment } from '../env.ts'
import { proveWritable } from '../http/prove-writable.ts'
import { diskFinding } from '../modules/admin/health/checks/disk.ts'
import { EMAILS_WAIT } from '../modules/admin/health/checks/emails.ts'
import { broken, doubtful, type Finding, fine, reasonOf } from '../modules/admin/health/finding.ts'
import type { MediaStore } from '../modules/media/media-store.ts'
import { MISSING_PICTURES_REMEDY, missingPictures } from '../modules/media/missing-pictures.ts'
import { pictureFiles } from '../modules/media/picture-files.ts'
import { namesStoreRemedy } from '../outgoing/store-refusal.ts'

const MAIL_TIMEOUT_MS = 10_000

/** The disk of the data folder: whether it can be written, and what is free. */
export async function examineDisk({ DATA_DIR }: Pick<Environment, 'DATA_DIR'>): Promise<Finding> {
  const folder = path.resolve(DATA_DIR)
  try {
    await mkdir(folder, { recursive: true })
    await proveWritable(folder, { flush: true })
    const { bavail, bsize } = await statfs(folder)
    return diskFinding({ freeBytes: bavail * bsize, folder })
  } catch (error) {
    return broken('Disk', `${folder} cannot be written: ${reasonOf(error)}. Check its owner and its rights.`)
  }
}

/** The pictures: whether the store works, and has those that products show. */
export async function examinePictures({ env, orm, media }: PicturesToExamine): Promise<Finding> {
  const store = await examineStore(media)
  if (store.state !== 'fine') return store
  // A database that does not answer, or has no products yet, is said by other findings.
  const missing = await missingPictures(orm.em.fork(), media, env).catch(() => undefined)
  return missing ? broken('Pictures', missing, MISSING_PICTURES_REMEDY) : store
}

interface PicturesToExamine {
  env: Environment
  orm: MikroORM
  media: MediaStore
}

/** Where pictures are stored: whether one can be written, read back and deleted. */
export async function examineStore(media: MediaStore): Promise<Finding> {
  const id = `doctor-${randomUUID()}`
  // A file that pictures have: a store deletes no others.
  const [file = ''] = pictureFiles
  try {
    await media.put(id, new Map([[file, Buffer.from('proof')]]))
    const found = await media.read(id, file)
    const bytes = found ? await found.body.toArray() : []
    if (Buffer.concat(bytes).toString() !== 'proof') throw new Error('what was written did not come back')
    return fine('Pictures', 'Written, read and deleted.')
  } catch (error) {
    const why = `They cannot be stored: ${reasonOf(error)}`
    if (namesStoreRemedy(error)) return broken('Pictures', why)
    return broken('Pictures', `${why.replace(/\.?$/, '.')} Check DATA_DIR, or the variables of S3.`)
  } finally {
    await media.remove(id).catch(() => undefined)
  }
}

/** The mail server: whether it takes the shop's name and password, where it has one. No e-mail is sent. */
export async function examineMail({ SMTP_URL }: Pick<Environment, 'SMTP_URL'>): Promise<Finding> {
  if (!SMTP_URL) return doubtful('Mail', 'SMTP_URL is not set: no customer gets a receipt.')
  const timeouts = {
    connectionTimeout: MAIL_TIMEOUT_MS,
    greetingTimeout: MAIL_TIMEOUT_MS,
    socketTimeout: MAIL_TIMEOUT_MS,
  }
  const { createTransport } = await import('nodemailer')
  const transport = createTransport({ url: SMTP_URL, ...timeouts })
  try {
    await transport.verify()
    const { username } = new URL(SMTP_URL)
    return fine('Mail', username ? 'The server takes the name and the password.' : 'The server answers.')
  } catch (error) {
    return broken('Mail', `The server refuses: ${reasonOf(error)}. Check SMTP_URL. ${EMAILS_WAIT}`)
  } finally {
    transport.close()
  }
}
