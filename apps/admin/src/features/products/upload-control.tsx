import { Button, buttonClass } from '@marashi/ui/button'
import { ImageUp, X } from 'lucide-react'
import { useId } from 'react'
import { productsCopy } from '../../copy/products.ts'
import styles from './upload-control.module.css'
import { acceptedFiles } from './upload-image.ts'
import type { UploadState } from './use-upload.ts'

const copy = productsCopy.upload

/** Chooses a picture file and shows the progress of its upload. */
export function UploadControl({
  state,
  hasImage,
  onFile,
  onCancel,
}: {
  state: UploadState
  hasImage: boolean
  onFile: (file: File) => void
  onCancel: () => void
}) {
  const id = useId()
  const isUploading = state.step === 'uploading'
  return (
    <div className={styles.upload}>
      <input
        type="file"
        id={id}
        accept={acceptedFiles}
        className={styles.file}
        aria-describedby={`${id}-hint`}
        onChange={(event) => {
          const file = event.target.files?.[0]
          // The browser reports no change when the same file is chosen again, as after a failure.
          event.target.value = ''
          if (file) onFile(file)
        }}
      />
      <label htmlFor={id} className={buttonClass({ variant: 'outline' }, styles.choose)}>
        <ImageUp size={18} aria-hidden="true" />
        {hasImage ? copy.replace : copy.choose}
      </label>
      <p id={`${id}-hint`} className={styles.hint}>
        {copy.hint}
      </p>
      {isUploading && (
        <div className={styles.running}>
          <span className={styles.percent}>{state.percent < 100 ? copy.uploading(state.percent) : copy.preparing}</span>
          <Button variant="ghost" isIcon aria-label={copy.cancel} onClick={onCancel}>
            <X size={18} aria-hidden="true" />
          </Button>
          <progress max={100} value={state.percent} aria-label={copy.uploading(state.percent)} className={styles.bar} />
        </div>
      )}
      <p role="status" className={state.step === 'failed' ? styles.failed : styles.done}>
        {state.step === 'done' && copy.done}
        {state.step === 'failed' && state.problem}
      </p>
    </div>
  )
}
