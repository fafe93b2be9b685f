import { trpc } from '@marashi/api-client/trpc'
import { Button } from '@marashi/ui/button'
import { PackageOpen, RotateCw } from 'lucide-react'
import type { Ref } from 'react'
import { catalogueCopy } from '../../copy/catalogue.ts'
import { LinkButton } from '../../lib/link-button.tsx'
import styles from './grid-notice.module.css'
import { useCatalogueSearch } from './use-catalogue-search.ts'

/** Shown instead of the grid when nothing matches, which the results line says. */
export function EmptyGrid({ ref }: { ref: Ref<HTMLDivElement> }) {
  const { search, change } = useCatalogueSearch()
  const isFiltered = Object.keys(search).length > 0
  return (
    <div ref={ref} className={styles.notice}>
      <PackageOpen size={40} strokeWidth={1.25} aria-hidden="true" />
      {isFiltered && (
        <Button
          variant="outline"
          onClick={() => change({ search: undefined, category: undefined, audience: undefined, sort: undefined })}
        >
          {catalogueCopy.all}
        </Button>
      )}
      {isFiltered && <Suggestions />}
    </div>
  )
}

/** The search has tried the nearest words already, so what is left is to look around. */
function Suggestions() {
  const { data = [] } = trpc.catalogue.arches.useQuery()
  if (data.length === 0) return null
  return (
    <nav aria-labelledby="suggestions" className={styles.suggestions}>
      <p id="suggestions">{catalogueCopy.popular}</p>
      <ul className={styles.arches}>
        {data.map(({ id, name }) => (
          <li key={id}>
            <LinkButton to="/shop" search={{ category: name }} variant="outline" size="small">
              {name}
            </LinkButton>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** Shown instead of the grid when the products could not be loaded. */
export function FailedGrid({
  ref,
  isRetrying,
  onRetry,
}: {
  ref: Ref<HTMLDivElement>
  isRetrying: boolean
  onRetry: () => void
}) {
  return (
    <div ref={ref} className={styles.notice} role="alert">
      <p>{catalogueCopy.failed}</p>
      <Button isBusy={isRetrying} onClick={onRetry}>
        <RotateCw size={18} aria-hidden="true" />
        {catalogueCopy.retry}
      </Button>
    </div>
  )
}
