import { trpc } from '@marashi/api-client/trpc'
import { Button } from '@marashi/ui/button'
import { Field, Input } from '@marashi/ui/field'
import { keepPreviousData } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useDeferredValue, useState } from 'react'
import { productsCopy } from '../../copy/products.ts'
import { settingsCopy } from '../../copy/settings.ts'
import { LoadFailure } from '../../lib/display/load-failure.tsx'
import styles from './settings-page.module.css'

const copy = settingsCopy.featured
const mostFound = 6

/** Finds a perfume by its name; `onFound` gets the one that is pressed. */
export function FindPerfume({ without, onFound }: { without: readonly string[]; onFound: (id: string) => void }) {
  const [typed, setTyped] = useState('')
  const search = useDeferredValue(typed.trim())
  const { data, isError, refetch } = trpc.catalogue.products.useQuery(
    { page: 1, limit: mostFound + without.length, search },
    { enabled: search !== '', placeholderData: keepPreviousData },
  )
  const list = search !== '' && data && 'data' in data ? data.data : []
  const found = list.filter(({ id }) => !without.includes(id)).slice(0, mostFound)
  return (
    <div className={styles.find}>
      <Field label={copy.find}>
        <Input
          type="search"
          autoComplete="off"
          maxLength={100}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
      </Field>
      {search !== '' && isError && <LoadFailure message={productsCopy.notLoaded} onRetry={refetch} />}
      {found.map(({ id, name }) => (
        <Button
          key={id}
          variant="outline"
          onClick={() => {
            onFound(id)
            setTyped('')
          }}
        >
          <Plus size={18} aria-hidden="true" />
          {name}
        </Button>
      ))}
    </div>
  )
}
