import { buttonClass } from '@marashi/ui/button'
import { Camera, ImageUp } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { productsCopy } from '../../../copy/products.ts'
import { acceptedFiles } from '../upload-image.ts'
import styles from './picture-inputs.module.css'
import { PictureList } from './picture-list.tsx'
import type { usePictures } from './use-pictures.ts'

const copy = productsCopy.upload

/** The pictures of a product in their order, and the ways to add some: from the files or, on a phone, from its camera. */
export function PictureInputs({
  pictures,
  error,
}: {
  pictures: ReturnType<typeof usePictures>
  error: string | undefined
}) {
  const hint = useId()
  return (
    <div className={styles.box}>
      <div className={styles.ways}>
        <FileButton
          onFiles={pictures.add}
          describedBy={hint}
          accept="image/*"
          capture="environment"
          className={styles.camera}
        >
          <Camera size={18} aria-hidden="true" />
          {copy.camera}
        </FileButton>
        <FileButton onFiles={pictures.add} describedBy={hint} accept={acceptedFiles} multiple>
          <ImageUp size={18} aria-hidden="true" />
          {copy.choose}
        </FileButton>
      </div>
      <p id={hint} className={styles.hint}>
        {copy.hint}
      </p>
      <PictureList pictures={pictures} />
      <p role="status" className={styles.done}>
        {!pictures.isUploading && pictures.failed === 0 && pictures.items.some(({ file }) => file) && copy.done}
      </p>
      <p role="status" tabIndex={-1} ref={pictures.missingNote} className={styles.failed}>
        {pictures.failed > 0 && copy.missing(pictures.failed)}
      </p>
      {(pictures.refused ?? error) && (
        <p role="alert" className={styles.failed}>
          {pictures.refused ?? error}
        </p>
      )}
    </div>
  )
}

function FileButton({
  onFiles,
  describedBy,
  className,
  children,
  ...input
}: {
  onFiles: (files: File[]) => void
  describedBy: string
  accept: string
  capture?: 'environment'
  multiple?: boolean
  className?: string | undefined
  children: ReactNode
}) {
  const id = useId()
  return (
    <div className={className}>
      <input
        {...input}
        type="file"
        id={id}
        className={styles.file}
        aria-describedby={describedBy}
        onChange={(event) => {
          const files = [...(event.target.files ?? [])]
          // The browser reports no change when the same file is chosen again, as after a failure.
          event.target.value = ''
          onFiles(files)
        }}
      />
      <label htmlFor={id} className={buttonClass({ variant: 'outline' }, styles.choose)}>
        {children}
      </label>
    </div>
  )
}
