import { toast } from '@marashi/ui/toast'
import { useEffect, useRef, useState } from 'react'
import { productsCopy } from '../../copy/products.ts'
import { fileProblem, uploadImage } from './upload-image.ts'

export type UploadState =
  | { step: 'idle' }
  | { step: 'uploading'; percent: number }
  | { step: 'done' }
  | { step: 'failed'; problem: string }

/** One upload at a time: a new file aborts the upload before it. `onDone` receives the picture's address. */
export function useUpload(onDone: (url: string) => void) {
  const [state, setState] = useState<UploadState>({ step: 'idle' })
  const running = useRef<{ abort: AbortController; isDone: Promise<boolean> }>(undefined)
  useEffect(() => () => running.current?.abort.abort(), [])

  function start(file: File) {
    running.current?.abort.abort()
    running.current = undefined
    const problem = fileProblem(file)
    if (problem) return fail(productsCopy.upload.invalidFile, problem)
    const abort = new AbortController()
    running.current = { abort, isDone: send(file, abort) }
  }

  async function send(file: File, abort: AbortController): Promise<boolean> {
    setState({ step: 'uploading', percent: 0 })
    const onProgress = (percent: number) => setState({ step: 'uploading', percent })
    try {
      const url = await uploadImage(file, { onProgress, signal: abort.signal })
      setState({ step: 'done' })
      onDone(url)
      return true
    } catch (error) {
      if (!abort.signal.aborted) fail(productsCopy.upload.failed, (error as Error).message)
      return false
    } finally {
      if (running.current?.abort === abort) running.current = undefined
    }
  }

  function fail(title: string, problem: string) {
    setState({ step: 'failed', problem })
    toast({ variant: 'destructive', title, ...(problem !== title && { description: problem }) })
  }

  return {
    state,
    start,
    cancel() {
      running.current?.abort.abort()
      setState({ step: 'idle' })
    },
    /** Resolves when no upload is running; false if the last one failed. */
    settled: async () => (await running.current?.isDone) ?? true,
  }
}
