import { Badge } from '@marashi/ui/badge'
import { Button } from '@marashi/ui/button'
import { Input } from '@marashi/ui/field'
import { GripVertical, RotateCw, X } from 'lucide-react'
import { useRef, useState } from 'react'
import { productsCopy } from '../../../copy/products.ts'
import { Thumb } from '../../../lib/display/thumb.tsx'
import styles from './picture-inputs.module.css'
import type { PictureItem } from './picture-item.ts'
import { useDragHandle } from './use-drag-handle.ts'

const copy = productsCopy.upload

/** One picture: its handle, what it shows in words, how its upload stands, and the ways out. */
export function PictureRow({
  item,
  place,
  count,
  onMove,
  onAlt,
  onRemove,
  onRetry,
}: {
  item: PictureItem
  place: number
  count: number
  onMove: (place: number) => void
  onAlt: (alt: string) => void
  onRemove: () => void
  onRetry: () => void
}) {
  const [isDragged, setIsDragged] = useState(false)
  const handle = useDragHandle({ place, onMove, onDrag: setIsDragged })
  const { upload } = item
  const row = useRef<HTMLLIElement>(null)
  // The button goes; a keyboard goes on from this picture, and not from the top of the form.
  function retry() {
    row.current?.focus()
    onRetry()
  }
  const isRunning = upload.step === 'waiting' || upload.step === 'uploading'
  return (
    <li ref={row} tabIndex={-1} className={styles.row} data-dragged={isDragged} data-picture="">
      {count > 1 && (
        <button type="button" className={styles.handle} aria-label={copy.moveOf(place + 1, count)} {...handle}>
          <GripVertical size={20} aria-hidden="true" />
        </button>
      )}
      <div className={styles.thumb}>
        {item.image ? <Thumb image={item.image} /> : <img src={item.preview} alt="" />}
      </div>
      <div className={styles.words}>
        {place === 0 && <Badge tone="accent">{copy.first}</Badge>}
        {isRunning ? (
          <UploadProgress upload={upload} />
        ) : upload.step === 'failed' ? (
          <div className={styles.problem}>
            <p role="status" className={styles.failed}>
              {upload.problem}
            </p>
            <Button variant="outline" aria-label={copy.retryOf(place + 1)} onClick={retry}>
              <RotateCw size={18} aria-hidden="true" />
              {copy.retry}
            </Button>
          </div>
        ) : (
          <Input
            aria-label={copy.alt(place + 1)}
            placeholder={copy.altExample}
            maxLength={200}
            autoComplete="off"
            value={item.alt}
            onChange={(event) => onAlt(event.target.value)}
          />
        )}
      </div>
      <Button variant="ghost" isIcon aria-label={isRunning ? copy.cancel : copy.removeOf(place + 1)} onClick={onRemove}>
        <X size={18} aria-hidden="true" />
      </Button>
    </li>
  )
}

function UploadProgress({ upload }: { upload: PictureItem['upload'] }) {
  const percent = upload.step === 'uploading' ? upload.percent : 0
  const words = upload.step === 'waiting' ? copy.waiting : percent < 100 ? copy.uploading(percent) : copy.preparing
  return (
    <>
      <span className={styles.percent}>{words}</span>
      <progress max={100} value={percent} aria-label={copy.uploading(percent)} className={styles.bar} />
    </>
  )
}
