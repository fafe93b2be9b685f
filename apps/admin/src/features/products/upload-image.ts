import { uploadedImage } from '@marashi/domain/contracts/admin-catalogue'
import { maxPictureBytes, uploadTimeoutMs } from '@marashi/domain/rules/upload-limits'
import { productsCopy } from '../../copy/products.ts'
import { loginAsker } from '../../lib/session/login-request.ts'

const copy = productsCopy.upload

const types = ['image/jpeg', 'image/png', 'image/webp', 'image/avif', 'image/heic', 'image/heif']
const endings = /\.(jpe?g|png|webp|avif|heic|heif)$/i

/** The `accept` of the file input. It lists extensions too, because some systems do not know HEIC as a type. */
export const acceptedFiles = [...types, '.heic', '.heif'].join(',')

/**
 * The reason why a file is no picture, or null. A browser that does not know the type leaves it empty: then the extension
 * decides, and the server reads the type from the bytes anyway (docs/behaviour.md#pictures).
 */
export function typeProblem({ type, name }: Pick<File, 'type' | 'name'>): string | null {
  const isPicture = type === '' || type === 'application/octet-stream' ? endings.test(name) : types.includes(type)
  return isPicture ? null : copy.invalidType
}

/** The reason why a file cannot be uploaded, or null. */
export const fileProblem = (file: Pick<File, 'type' | 'name' | 'size'>): string | null =>
  typeProblem(file) ?? (file.size > maxPictureBytes ? copy.tooLarge : null)

/**
 * Uploads a picture and returns its address. `onProgress` receives the percentage that was sent, which fetch cannot
 * report. An aborted `signal` stops the upload, also before it has begun. Throws an Error with the message for the administrator: the server's own
 * where it gives one.
 */
export function uploadImage(
  file: File,
  { onProgress, signal }: { onProgress: (percent: number) => void; signal: AbortSignal },
): Promise<string> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason)
    const ask = loginAsker()
    const request = new XMLHttpRequest()
    const body = new FormData()
    body.append('image', file)
    request.open('POST', '/api/admin/uploads/image')
    request.timeout = uploadTimeoutMs
    request.upload.onprogress = (event) => {
      if (event.lengthComputable) onProgress(Math.round((event.loaded / event.total) * 100))
    }
    request.onload = () => {
      if (request.status === 401) {
        ask()
        return reject(new Error(copy.sessionEnded))
      }
      const answer = parsed(request.responseText)
      if (request.status < 200 || request.status > 299) return reject(new Error(messageOf(answer) ?? copy.failed))
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

/** The `error` of the response body (docs/behaviour.md#error-body). */
function messageOf(answer: unknown): string | undefined {
  const error = typeof answer === 'object' && answer !== null && 'error' in answer ? answer.error : undefined
  return typeof error === 'string' && error !== '' ? error : undefined
}
