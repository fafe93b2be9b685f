import type { ProductDetails } from '@marashi/domain/contracts/catalogue'
import { latePart } from '@marashi/ui/late-part'
import { type ReactNode, useRef, useState } from 'react'
import { productCopy } from '../../copy/product.ts'
import { MissingPart } from '../../lib/missing-code.tsx'
import { ProductPicture } from '../../lib/product-picture.tsx'
import { picturesOf } from './pictures-of.ts'
import styles from './product-gallery.module.css'

const pictureSizes = '(min-width: 60rem) 440px, clamp(150px, 30vh, 76vw)'

const PictureZoom = latePart(() => import('./picture-zoom.tsx').then((module) => module.default), {
  Missing: MissingPart,
})

/**
 * The pictures of a product in a row to swipe through; each leads to its largest file, in a dialog where scripts run.
 * `children` are its badges.
 */
export function ProductGallery({ product, children }: { product: ProductDetails; children: ReactNode }) {
  const pictures = picturesOf(product)
  const strip = useRef<HTMLUListElement>(null)
  const [place, setPlace] = useState(0)
  const [enlarged, setEnlarged] = useState<number>()

  function follow() {
    const { scrollLeft = 0, scrollWidth = 1 } = strip.current ?? {}
    setPlace(Math.round((scrollLeft * pictures.length) / scrollWidth))
  }
  function show(wanted: number) {
    setPlace(wanted)
    strip.current?.children[wanted]?.scrollIntoView({ block: 'nearest', inline: 'start' })
  }

  return (
    <div className={styles.gallery} data-several={pictures.length > 1 || undefined}>
      {pictures.length > 1 && (
        <nav className={styles.thumbs} aria-label={productCopy.pictures(product.name)}>
          {pictures.map(({ image }, index) => (
            <a
              key={index}
              href={`#picture-${index + 1}`}
              aria-label={productCopy.showPicture(index + 1)}
              aria-current={index === place || undefined}
              onClick={(event) => {
                event.preventDefault()
                show(index)
              }}
            >
              <ProductPicture image={image} alt="" sizes="80px" />
            </a>
          ))}
        </nav>
      )}
      <div className={styles.picture}>
        <ul ref={strip} className={styles.strip} onScroll={pictures.length > 1 ? follow : undefined}>
          {pictures.map(({ image, alt }, index) => (
            <li key={index} id={`picture-${index + 1}`} className={index === 0 ? styles.niche : styles.plain}>
              <a
                href={image}
                onClick={(event) => {
                  if (event.metaKey || event.ctrlKey || event.shiftKey) return
                  event.preventDefault()
                  setEnlarged(index)
                }}
              >
                <ProductPicture image={image} alt={alt} sizes={pictureSizes} isUrgent={index === 0} />
              </a>
              {index === 0 && children}
            </li>
          ))}
        </ul>
      </div>
      {pictures.length > 1 && (
        <p className={styles.dots} aria-hidden="true">
          {pictures.map((_, index) => (
            <span key={index} data-current={index === place || undefined} />
          ))}
        </p>
      )}
      {enlarged !== undefined && (
        <PictureZoom pictures={pictures} first={enlarged} onClose={() => setEnlarged(undefined)} />
      )}
    </div>
  )
}
