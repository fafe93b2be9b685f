import { ConfirmDialog } from '@marashi/ui/confirm-dialog'
import { commonCopy } from '../../copy/common.ts'

/** The version of a record that the question was asked about. */
interface Version {
  id: string
  updatedAt: string
}

/**
 * The question before a record is deleted. It deletes the record as it was read: one that was changed since, as an order that
 * was paid, is refused as stale (docs/behaviour.md#stale-edits).
 */
export function DeleteQuestion({
  deletion: { leaving, ask },
  remove,
  title,
  description,
}: {
  /** From `useDeletion`. */
  deletion: { leaving: Version | undefined; ask: (nothing: undefined) => void }
  remove: { mutate: (record: Version) => void; isPending: boolean }
  title: string | undefined
  description: string | undefined
}) {
  return (
    <ConfirmDialog
      isOpen={leaving !== undefined}
      onClose={() => ask(undefined)}
      onConfirm={() => leaving && remove.mutate({ id: leaving.id, updatedAt: leaving.updatedAt })}
      isBusy={remove.isPending}
      title={title}
      description={description}
      confirmLabel={remove.isPending ? commonCopy.deleting : commonCopy.delete}
    />
  )
}
