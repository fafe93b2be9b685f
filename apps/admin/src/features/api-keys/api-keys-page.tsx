import { trpc } from '@marashi/api-client/trpc'
import type { CreatedApiKey } from '@marashi/domain/contracts/api-keys'
import { Button } from '@marashi/ui/button'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { apiKeysCopy as copy } from '../../copy/api-keys.ts'
import { PageHeading } from '../../lib/display/page-heading.tsx'
import { AuthRequired } from '../../lib/session/auth-required.tsx'
import { CreateKeyDialog } from './create-key-dialog.tsx'
import { KeyList } from './key-list.tsx'
import { MadeKeyDialog } from './made-key-dialog.tsx'

/** The keys of the API: the list, the form that makes one, and the new key itself, shown once. */
export function ApiKeysPage() {
  const list = trpc.admin.apiKeys.list.useQuery()
  const [isCreating, setIsCreating] = useState(false)
  const [made, setMade] = useState<CreatedApiKey>()

  return (
    <>
      <PageHeading title={copy.title} subtitle={copy.subtitle}>
        {!list.isError && (
          <Button onClick={() => setIsCreating(true)}>
            <Plus size={18} aria-hidden="true" />
            {copy.add}
          </Button>
        )}
      </PageHeading>
      {list.isError ? (
        <AuthRequired explanation={copy.loginHint} onRetry={() => void list.refetch()} />
      ) : (
        <KeyList keys={list.data} />
      )}
      <p>
        <a href="/api/docs">{copy.docs}</a>
      </p>
      {isCreating && <CreateKeyDialog onClose={() => setIsCreating(false)} onCreated={setMade} />}
      {made && <MadeKeyDialog made={made} onClose={() => setMade(undefined)} />}
    </>
  )
}
