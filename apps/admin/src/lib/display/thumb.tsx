import { pictureSources } from '@marashi/domain/rules/picture'
import styles from './thumb.module.css'

/** A small picture of a product, 4:5. A picture from another host is shown as it is. */
export function Thumb({ image }: { image: string }) {
  const sources = pictureSources(image)
  return (
    <picture className={styles.picture}>
      {sources && <source type="image/avif" srcSet={sources.avif} sizes="112px" />}
      <img
        src={sources?.fallback ?? image}
        srcSet={sources?.jpg}
        sizes={sources ? '112px' : undefined}
        width={112}
        height={140}
        alt=""
        loading="lazy"
        decoding="async"
        className={styles.image}
      />
    </picture>
  )
}
