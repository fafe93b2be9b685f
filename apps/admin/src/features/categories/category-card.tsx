import type { Category } from '@marashi/domain/contracts/catalogue'
import { Link } from '@tanstack/react-router'
import { categoriesCopy } from '../../copy/categories.ts'
import { Timestamp } from '../../lib/display/timestamp.tsx'
import { RecordActions } from '../../lib/lists/record-actions.tsx'
import styles from './category-card.module.css'

/** One category; the number of its products links to them. */
export function CategoryCard({
  category,
  productCount,
  onEdit,
  onDelete,
}: {
  category: Category
  productCount: number
  onEdit: () => void
  onDelete: () => void
}) {
  return (
    <article className={styles.card}>
      <h2 className={styles.name}>{category.name}</h2>
      {category.description && <p className={styles.description}>{category.description}</p>}
      <dl className={styles.dates}>
        <div>
          <dt>{categoriesCopy.created}</dt>
          <dd>
            <Timestamp at={category.createdAt} />
          </dd>
        </div>
        {category.updatedAt !== category.createdAt && (
          <div>
            <dt>{categoriesCopy.updated}</dt>
            <dd>
              <Timestamp at={category.updatedAt} />
            </dd>
          </div>
        )}
      </dl>
      <footer className={styles.foot}>
        <Link to="/products" search={{ category: category.id }} className={styles.count}>
          {categoriesCopy.products(productCount)}
        </Link>
        <div className={styles.actions}>
          <RecordActions
            editLabel={categoriesCopy.editOf(category.name)}
            deleteLabel={categoriesCopy.deleteOf(category.name)}
            onEdit={onEdit}
            onDelete={onDelete}
          />
        </div>
      </footer>
    </article>
  )
}
