import { useEffect, useRef } from 'react'
import { productsCopy } from '../../../copy/products.ts'
import { fileProblem, uploadImage } from '../upload-image.ts'
import type { PictureItem, UploadStep } from './picture-item.ts'
import { shrinkPhoto } from './shrink-photo.ts'

type Job = { abort: AbortController; done: Promise<void> }

/**
 * Uploads pictures one after the other, as the server processes them and as a slow line carries them best. A photo that was
 * made smaller is kept, so that Retry sends it at once.
 */
export function useUploadQueue({
  onStep,
  onUploaded,
}: {
  onStep: (key: string, upload: UploadStep) => void
  onUploaded: (key: string, image: string) => void
}) {
  const jobs = useRef(new Map<string, Job>())
  const last = useRef<Promise<unknown>>(Promise.resolve())
  const shrunk = useRef(new WeakMap<File, Promise<File>>())
  useEffect(() => {
    const running = jobs.current
    return () => {
      for (const { abort } of running.values()) abort.abort()
      running.clear()
    }
  }, [])

  function start({ key, file }: Pick<PictureItem, 'key' | 'file'>) {
    if (!file || jobs.current.has(key)) return
    const abort = new AbortController()
    onStep(key, { step: 'waiting' })
    const done = last.current.then(() => (abort.signal.aborted ? undefined : send(key, file, abort)))
    last.current = done
    jobs.current.set(key, { abort, done })
  }

  async function send(key: string, file: File, abort: AbortController): Promise<void> {
    onStep(key, { step: 'uploading', percent: 0 })
    try {
      const photo = await small(file)
      const problem = fileProblem(photo)
      if (problem) throw new Error(problem)
      const onProgress = (percent: number) => onStep(key, { step: 'uploading', percent })
      const image = await uploadImage(photo, { onProgress, signal: abort.signal })
      onUploaded(key, image)
    } catch (error) {
      if (!abort.signal.aborted)
        onStep(key, { step: 'failed', problem: (error as Error).message || productsCopy.upload.failed })
    } finally {
      if (jobs.current.get(key)?.abort === abort) jobs.current.delete(key)
    }
  }

  function small(file: File): Promise<File> {
    const known = shrunk.current.get(file) ?? shrinkPhoto(file)
    shrunk.current.set(file, known)
    return known
  }

  return {
    start,
    cancel(key: string) {
      jobs.current.get(key)?.abort.abort()
      jobs.current.delete(key)
    },
    /** Resolves when no upload is running, those that were started meanwhile among them. */
    async settled() {
      while (jobs.current.size > 0) await Promise.all([...jobs.current.values()].map(({ done }) => done))
    },
  }
}
