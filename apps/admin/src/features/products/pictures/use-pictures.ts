import type { ProductForm } from '@marashi/domain/contracts/catalogue'
import { maxMorePictures } from '@marashi/domain/contracts/catalogue'
import { dismissErrors, toast } from '@marashi/ui/toast'
import { useEffect, useRef, useState } from 'react'
import { productsCopy } from '../../../copy/products.ts'
import { atNextLogin } from '../../../lib/session/login-request.ts'
import { typeProblem } from '../upload-image.ts'
import {
  formPicturesOf,
  itemsOf,
  listed,
  moved,
  type PictureItem,
  pictureKey,
  type UploadStep,
  withFirstAddress,
} from './picture-item.ts'
import { useUploadQueue } from './use-upload-queue.ts'

const copy = productsCopy.upload

type FormPictures = Pick<ProductForm, 'image' | 'imageAlt' | 'morePictures'>

/**
 * The pictures of the product form in their order, with those that are still being uploaded. `onChange` receives what
 * would be saved.
 */
export function usePictures(first: FormPictures, onChange: (pictures: FormPictures) => void) {
  const [items, setItems] = useState(() => itemsOf(first))
  const [refused, setRefused] = useState<string>()
  const current = useRef(items)
  const isClosed = useRef(false)
  const missingNote = useRef<HTMLParagraphElement>(null)

  function set(next: PictureItem[]) {
    current.current = next
    setItems(next)
  }
  function change(next: PictureItem[]) {
    set(listed(next))
    onChange(formPicturesOf(next))
  }
  const patched = (key: string, patch: Partial<PictureItem>) =>
    current.current.map((item) => (item.key === key ? { ...item, ...patch } : item))

  const queue = useUploadQueue({
    onStep: (key: string, upload: UploadStep) => {
      set(patched(key, { upload }))
      if (upload.step !== 'failed') return
      notify(copy.failed, upload.problem)
      if (upload.problem === copy.sessionEnded) atNextLogin(() => retryFailed(copy.sessionEnded))
    },
    onUploaded: (key, image) => change(patched(key, { image, upload: { step: 'done' } })),
  })
  const retry = (key: string) => {
    const item = current.current.find((each) => each.key === key)
    if (!item) return
    dismissErrors()
    queue.start(item)
  }
  function retryFailed(problem: string) {
    if (isClosed.current) return
    for (const { key, upload } of current.current)
      if (upload.step === 'failed' && upload.problem === problem) retry(key)
  }
  useRetryOnline(() => retryFailed(copy.network))
  useEffect(() => {
    isClosed.current = false
    return () => {
      isClosed.current = true
      release(current.current)
    }
  }, [])

  return {
    items: listed(items),
    isUploading: items.some(({ upload }) => upload.step === 'waiting' || upload.step === 'uploading'),
    failed: items.filter(hasFailed).length,
    /** Where the form says how many have failed. */
    missingNote,
    /** Why the file chosen last was not taken. */
    refused,
    add(files: readonly File[]) {
      setRefused(undefined)
      const refuse = (title: string, problem: string) => {
        notify(title, problem)
        setRefused(problem)
      }
      const pictures = files.filter((file) => {
        const problem = typeProblem(file)
        if (problem) refuse(copy.invalidFile, problem)
        return !problem
      })
      const left = maxMorePictures + 1 - listed(current.current).length
      if (pictures.length > left) refuse(copy.tooMany, copy.tooManyHint(maxMorePictures + 1))
      const added = pictures.slice(0, Math.max(0, left)).map((file) => ({
        key: pictureKey(),
        image: '',
        alt: '',
        upload: { step: 'waiting' } as const,
        file,
        preview: URL.createObjectURL(file),
      }))
      change([...current.current, ...added])
      for (const item of added) queue.start(item)
    },
    retry,
    remove(key: string) {
      queue.cancel(key)
      release(current.current.filter((item) => item.key === key))
      change(current.current.filter((item) => item.key !== key))
    },
    move: (key: string, place: number) => change(moved(listed(current.current), key, place)),
    setAlt: (key: string, alt: string) => change(patched(key, { alt })),
    /** The address of the first picture was typed. */
    setFirst: (image: string) => set(withFirstAddress(current.current, image)),
    /**
     * Resolves when no upload is running. False where a picture has failed, and the focus goes to where it says so; or where
     * the form was closed meanwhile.
     */
    async settled() {
      await queue.settled()
      if (isClosed.current) return false
      const isWhole = !current.current.some(hasFailed)
      if (!isWhole) missingNote.current?.focus()
      return isWhole
    },
  }
}

const hasFailed = ({ upload }: PictureItem) => upload.step === 'failed'

function notify(title: string, problem: string) {
  toast({ variant: 'destructive', title, ...(problem !== title && { description: problem }) })
}

const release = (items: readonly PictureItem[]) => {
  for (const { preview } of items) if (preview) URL.revokeObjectURL(preview)
}

/** Calls `retry` when the line is back. */
function useRetryOnline(retry: () => void) {
  const latest = useRef(retry)
  latest.current = retry
  useEffect(() => {
    const again = () => latest.current()
    addEventListener('online', again)
    return () => removeEventListener('online', again)
  }, [])
}
