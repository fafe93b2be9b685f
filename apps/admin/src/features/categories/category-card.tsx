import type { Category } from '@marashi/domain/contracts/catalogue'
import { Button } from '@marashi/ui/button'
import { Link } from '@tanstack/react-router'
import { Pencil, Trash2 } from 'lucide-react'
import { categoriesCopy } from '../../copy/categories.ts'
import { Timestamp } from '../../lib/display/timestamp.tsx'
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
          <Button variant="ghost" isIcon aria-label={categoriesCopy.editOf(category.name)} onClick={onEdit}>
            <Pencil size={18} aria-hidden="true" />
          </Button>
          <Button variant="ghost" isIcon aria-label={categoriesCopy.deleteOf(category.name)} onClick={onDelete}>
            <Trash2 size={18} aria-hidden="true" />
          </Button>
        </div>
      </footer>
    </article>
  )
}
