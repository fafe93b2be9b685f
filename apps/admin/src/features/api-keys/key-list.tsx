import { trpc } from '@marashi/api-client/trpc'
import type { ApiKey } from '@marashi/domain/contracts/api-keys'
import { ConfirmDialog } from '@marashi/ui/confirm-dialog'
import { apiKeysCopy as copy } from '../../copy/api-keys.ts'
import { CardSkeletons } from '../../lib/lists/card-skeletons.tsx'
import { EmptyState } from '../../lib/lists/empty-state.tsx'
import { RecordList } from '../../lib/lists/record-list.tsx'
import { useDeletion } from '../../lib/lists/use-deletion.ts'
import { KeyCard } from './key-card.tsx'

/** The keys, newest first, and the question before one is revoked. */
export function KeyList({ keys }: { keys: ApiKey[] | undefined }) {
  const utils = trpc.useUtils()
  const { leaving, ask, outcome } = useDeletion<ApiKey>({
    refresh: () => utils.admin.apiKeys.invalidate(),
    deleted: copy.revokedToast,
    failed: copy.failedRevoke,
  })
  const revoke = trpc.admin.apiKeys.revoke.useMutation(outcome)

  if (!keys) return <CardSkeletons count={3} />
  if (keys.length === 0) return <EmptyState title={copy.none} hint={copy.noneHint} />
  return (
    <>
      <RecordList label={copy.list} isDimmed={false}>
        {keys.map((key) => (
          <li key={key.id}>
            <KeyCard apiKey={key} onRevoke={() => ask(key)} />
          </li>
        ))}
      </RecordList>
      <ConfirmDialog
        isOpen={leaving !== undefined}
        onClose={() => ask(undefined)}
        onConfirm={() => leaving && revoke.mutate({ id: leaving.id })}
        isBusy={revoke.isPending}
        title={copy.revokeTitle}
        description={leaving && copy.revokeText(leaving.name)}
        confirmLabel={revoke.isPending ? copy.revoking : copy.revoke}
      />
    </>
  )
}
