import { VisuallyHidden } from '@marashi/ui/visually-hidden'
import { useState } from 'react'
import { productsCopy } from '../../../copy/products.ts'
import styles from './picture-inputs.module.css'
import { PictureRow } from './picture-row.tsx'
import type { usePictures } from './use-pictures.ts'

const copy = productsCopy.upload

/** The pictures, one a row, to be dragged or moved by arrow keys into another order. */
export function PictureList({ pictures }: { pictures: ReturnType<typeof usePictures> }) {
  const [announced, setAnnounced] = useState('')
  const { items } = pictures

  function move(key: string, place: number) {
    if (place < 0 || place >= items.length || items[place]?.key === key) return
    pictures.move(key, place)
    setAnnounced(copy.movedTo(place + 1, items.length))
  }

  return (
    <>
      {items.length > 0 && (
        <ol aria-label={copy.list} className={styles.list}>
          {items.map((item, index) => (
            <PictureRow
              key={item.key}
              item={item}
              place={index}
              count={items.length}
              onMove={(place) => move(item.key, place)}
              onAlt={(alt) => pictures.setAlt(item.key, alt)}
              onRemove={() => pictures.remove(item.key)}
              onRetry={() => pictures.retry(item.key)}
            />
          ))}
        </ol>
      )}
      <VisuallyHidden>
        <span role="status">{announced}</span>
      </VisuallyHidden>
    </>
  )
}
