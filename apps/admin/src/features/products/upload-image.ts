import { uploadedImage } from '@marashi/domain/contracts/admin-catalogue'
import { productsCopy } from '../../copy/products.ts'

const copy = productsCopy.upload

/** Specification §9. */
const timeoutMs = 60_000
const maxBytes = 5 * 1024 * 1024
const types = ['image/jpeg', 'image/png', 'image/webp', 'image/avif', 'image/heic', 'image/heif']
const endings = /\.(jpe?g|png|webp|avif|heic|heif)$/i

/** What an `<input type=file>` may offer; endings too, because some systems do not know HEIC as a type. */
export const acceptedFiles = [...types, '.heic', '.heif'].join(',')

/**
 * What is wrong with a file before it is sent, null when nothing is. A browser that cannot name the type leaves it
 * empty: then the ending of the name counts, and the server looks into the bytes anyway (decisions 16).
 */
export function fileProblem({ type, name, size }: Pick<File, 'type' | 'name' | 'size'>): string | null {
  const isPicture = type === '' || type === 'application/octet-stream' ? endings.test(name) : types.includes(type)
  if (!isPicture) return copy.invalidType
  return size > maxBytes ? copy.tooLarge : null
}

/**
 * Sends a picture and answers with its address. `onProgress` hears the percent that has left; fetch could not tell.
 * Aborting `signal` ends it. Throws an Error with the sentence of specification §8, or the server's own.
 */
export function uploadImage(
  file: File,
  { onProgress, signal }: { onProgress: (percent: number) => void; signal: AbortSignal },
): Promise<string> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    const body = new FormData()
    body.append('image', file)
    request.open('POST', '/api/admin/uploads/image')
    request.timeout = timeoutMs
    request.upload.onprogress = (event) => {
      if (event.lengthComputable) onProgress(Math.round((event.loaded / event.total) * 100))
    }
    request.onload = () => {
      const answer = parsed(request.responseText)
      if (request.status < 200 || request.status > 299) return reject(new Error(sentenceOf(answer) ?? copy.failed))
      const image = uploadedImage.safeParse(answer)
      if (image.success) resolve(image.data.url)
      else reject(new Error(copy.format))
    }
    request.onerror = () => reject(new Error(copy.network))
    request.ontimeout = () => reject(new Error(copy.timeout))
    request.onabort = () => reject(signal.reason)
    signal.addEventListener('abort', () => request.abort())
    request.send(body)
  })
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The `error` of the shop's answer (decisions 39). */
function sentenceOf(answer: unknown): string | undefined {
  const error = typeof answer === 'object' && answer !== null && 'error' in answer ? answer.error : undefined
  return typeof error === 'string' && error !== '' ? error : undefined
}
