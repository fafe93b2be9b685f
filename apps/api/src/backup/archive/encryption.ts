import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { UnreadableBackup } from './unreadable-backup.ts'

/** scrypt over 2^15 takes 32 MB and a tenth of a second; BACKUP_KEY has to be too long to be guessed. */
const SCRYPT_LOG_N = 15
const IDENTITY = /^AGE-SECRET-KEY-1[0-9A-Z]{58}$/

/** Loaded when a backup is made or read: the shop itself does without. */
const age = () => import('age-encryption')

/** A new key, as 74 letters and digits that begin with AGE-SECRET-KEY-1. */
export const generateKey = async (): Promise<string> => (await age()).generateX25519Identity()

const isGeneratedKey = (key: string): boolean => IDENTITY.test(key)

/** Encrypts with a generated key or a passphrase, in chunks. The file is one of age's (age-encryption.org). */
export async function encrypt(plain: ReadableStream<Uint8Array>, key: string): Promise<Readable> {
  const { Encrypter, identityToRecipient } = await age()
  const encrypter = new Encrypter()
  if (isGeneratedKey(key)) encrypter.addRecipient(await identityToRecipient(key))
  else {
    encrypter.setPassphrase(key)
    encrypter.setScryptWorkFactor(SCRYPT_LOG_N)
  }
  const encrypted = Readable.fromWeb((await encrypter.encrypt(plain as never)) as never)
  // Where nobody reads on, what fails later concerns nobody; a reader is notified by its own means.
  return encrypted.on('error', () => undefined)
}

/**
 * Decrypts what `encrypt` wrote. Throws UnreadableBackup for a file that is no backup or has another key; the stream fails
 * where the file was changed or cut: each chunk is authenticated, and the last one is marked.
 */
export async function decrypt(source: Readable, key: string): Promise<ReadableStream<Uint8Array>> {
  const { Decrypter } = await age()
  const decrypter = new Decrypter()
  let isEncrypted = false
  // Asked before the key, about every file whose header age can read.
  const recognise = () => {
    isEncrypted = true
    return null
  }
  decrypter.addIdentity({ unwrapFileKey: recognise })
  if (isGeneratedKey(key)) decrypter.addIdentity(key)
  else decrypter.addPassphrase(key)
  try {
    const encrypted = Readable.toWeb(source) as never
    return (await decrypter.decrypt(encrypted)) as unknown as ReadableStream<Uint8Array>
  } catch (cause) {
    source.destroy()
    throw new UnreadableBackup(
      isEncrypted
        ? 'This backup was made with another key. Set BACKUP_KEY to the one that it was made with.'
        : 'This file is no backup of a shop, or it is damaged.',
      { cause },
    )
  }
}
