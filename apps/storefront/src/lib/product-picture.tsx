import { pictureSources } from '@marashi/domain/rules/picture'
import styles from './product-picture.module.css'

/**
 * A product's picture, 4:5, in the smallest size that is sharp at `sizes`. `isUrgent` loads it first, for what the
 * shopper sees first. Pictures of other hosts may have any shape and are shown whole.
 */
export function ProductPicture({
  image,
  alt,
  sizes,
  isUrgent = false,
}: {
  image: string
  alt: string
  sizes: string
  isUrgent?: boolean
}) {
  const sources = pictureSources(image)
  const picture = (
    <img
      src={sources?.fallback ?? image}
      srcSet={sources?.jpg}
      sizes={sources ? sizes : undefined}
      width={640}
      height={800}
      alt={alt}
      loading={isUrgent ? 'eager' : 'lazy'}
      fetchPriority={isUrgent ? 'high' : 'auto'}
      decoding="async"
      className={sources ? undefined : styles.whole}
    />
  )
  if (!sources) return picture
  return (
    <picture>
      <source type="image/avif" srcSet={sources.avif} sizes={sizes} />
      <source type="image/webp" srcSet={sources.webp} sizes={sizes} />
      {picture}
    </picture>
  )
}
