import { Button } from '@marashi/ui/button'
import { ChevronLeft, ChevronRight, X, ZoomIn, ZoomOut } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { productCopy } from '../../copy/product.ts'
import styles from './picture-zoom.module.css'
import type { ShownPicture } from './pictures-of.ts'

/** A picture as large as the screen, and twice as large to look around in; fingers pinch it as any page. */
export default function PictureZoom({
  pictures,
  first,
  onClose,
}: {
  pictures: readonly ShownPicture[]
  first: number
  onClose: () => void
}) {
  const dialog = useRef<HTMLDialogElement>(null)
  const [place, setPlace] = useState(first)
  const [isLarge, setIsLarge] = useState(false)
  useEffect(() => {
    dialog.current?.showModal()
  }, [])

  function turn(step: number) {
    setIsLarge(false)
    setPlace((place + step + pictures.length) % pictures.length)
  }
  function onKeyDown({ key }: KeyboardEvent) {
    if (key === '+') setIsLarge(true)
    if (key === '-') setIsLarge(false)
    // A picture that is larger than the screen is looked around in with the arrow keys.
    if (isLarge || pictures.length === 1) return
    if (key === 'ArrowLeft') turn(-1)
    if (key === 'ArrowRight') turn(1)
  }

  const picture = pictures[place]
  if (!picture) return null
  return (
    <dialog ref={dialog} className={styles.dialog} aria-label={picture.alt} onClose={onClose} onKeyDown={onKeyDown}>
      <div className={styles.view} data-large={isLarge || undefined} tabIndex={isLarge ? 0 : undefined}>
        <img src={picture.image} alt={picture.alt} />
      </div>
      <div className={styles.controls}>
        {pictures.length > 1 && (
          <>
            <Button variant="outline" isIcon aria-label={productCopy.previous} onClick={() => turn(-1)}>
              <ChevronLeft size={22} aria-hidden="true" />
            </Button>
            <Button variant="outline" isIcon aria-label={productCopy.next} onClick={() => turn(1)}>
              <ChevronRight size={22} aria-hidden="true" />
            </Button>
          </>
        )}
        <Button
          variant="outline"
          isIcon
          aria-label={isLarge ? productCopy.zoomOut : productCopy.zoomIn}
          onClick={() => setIsLarge(!isLarge)}
        >
          {isLarge ? <ZoomOut size={22} aria-hidden="true" /> : <ZoomIn size={22} aria-hidden="true" />}
        </Button>
        <Button variant="outline" isIcon aria-label={productCopy.close} onClick={() => dialog.current?.close()}>
          <X size={22} aria-hidden="true" />
        </Button>
      </div>
    </dialog>
  )
}
