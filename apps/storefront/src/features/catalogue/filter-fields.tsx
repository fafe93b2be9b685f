import { trpc } from '@marashi/api-client/trpc'
import { audiences } from '@marashi/domain/rules/audience'
import { orderOf, productSorts } from '@marashi/domain/rules/catalogue-search'
import { Field, Select } from '@marashi/ui/field'
import { catalogueCopy } from '../../copy/catalogue.ts'
import styles from './filter-fields.module.css'
import { useCatalogueSearch } from './use-catalogue-search.ts'

/**
 * Audience, category and sort: native selects whose choice is written to the page's address at once. The default sort
 * has an empty value, so that a form sent without scripts does not choose it: it is by name, and during a search by
 * best match.
 */
export function FilterFields() {
  const { search, change } = useCatalogueSearch()
  const { data: categories = [] } = trpc.catalogue.categories.useQuery()
  // A link may name the category by its id or in other capitals, as the server accepts it.
  const wanted = search.category?.toLowerCase()
  const chosen = categories.find(({ id, name }) => id === wanted || name.toLowerCase() === wanted)
  return (
    <div className={styles.fields}>
      <Field label={catalogueCopy.audience}>
        <Select
          name="audience"
          value={search.audience ?? ''}
          onChange={(event) => change({ audience: event.target.value })}
        >
          <option value="">{catalogueCopy.audiences.all}</option>
          {audiences.map((audience) => (
            <option key={audience} value={audience}>
              {catalogueCopy.audiences[audience]}
            </option>
          ))}
        </Select>
      </Field>
      <Field label={catalogueCopy.category}>
        <Select
          name="category"
          value={chosen?.name ?? search.category ?? ''}
          onChange={(event) => change({ category: event.target.value })}
        >
          <option value="">{catalogueCopy.allCategories}</option>
          {/* One that is gone stays chosen, so that another can be chosen in its place. */}
          {search.category && !chosen && <option>{search.category}</option>}
          {categories.map((category) => (
            <option key={category.id} value={category.name}>
              {category.name}
            </option>
          ))}
        </Select>
      </Field>
      <Field label={catalogueCopy.sort}>
        <Select name="sort" value={search.sort ?? ''} onChange={(event) => change({ sort: event.target.value })}>
          {search.search && <option value="">{catalogueCopy.bestMatch}</option>}
          {productSorts.map((sort) => (
            <option key={sort} value={sort === orderOf({ search: search.search }) ? '' : sort}>
              {catalogueCopy.sorts[sort]}
            </option>
          ))}
        </Select>
      </Field>
    </div>
  )
}
