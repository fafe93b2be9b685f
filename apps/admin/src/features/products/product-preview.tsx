import type { Category, ProductForm } from '@marashi/domain/contracts/catalogue'
import { type Control, useWatch } from 'react-hook-form'
import { productsCopy } from '../../copy/products.ts'
import { ProductCard } from './product-card.tsx'
import type { ProductFields } from './product-fields.ts'
import styles from './product-preview.module.css'

const copy = productsCopy.form

/** The product card with its badges, updated while the form is filled in. */
export function ProductPreview({
  control,
  categories,
}: {
  control: Control<ProductFields, unknown, ProductForm>
  categories: readonly Category[]
}) {
  const fields = useWatch({ control })
  return (
    <section aria-label={copy.preview} className={styles.preview}>
      <p className={styles.label}>{copy.preview}</p>
      <ProductCard
        heading="h3"
        product={{
          name: fields.name || copy.noName,
          description: fields.description || copy.noDescription,
          category: categories.find(({ id }) => id === fields.categoryId)?.name ?? copy.category,
          price: Math.round(fields.price || 0),
          originalPrice: fields.originalPrice ? Math.round(fields.originalPrice) : null,
          image: /^https?:\/\/\S+$/.test(fields.image ?? '') ? (fields.image ?? '') : '',
          isNew: fields.isNew ?? false,
        }}
      />
    </section>
  )
}
