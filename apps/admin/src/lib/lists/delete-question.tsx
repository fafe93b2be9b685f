import { ConfirmDialog } from '@marashi/ui/confirm-dialog'
import { commonCopy } from '../../copy/common.ts'

/** The question before a record is deleted. */
export function DeleteQuestion({
  deletion: { leaving, ask },
  remove,
  title,
  description,
}: {
  /** From `useDeletion`. */
  deletion: { leaving: { id: string } | undefined; ask: (nothing: undefined) => void }
  remove: { mutate: (record: { id: string }) => void; isPending: boolean }
  title: string | undefined
  description: string | undefined
}) {
  return (
    <ConfirmDialog
      isOpen={leaving !== undefined}
      onClose={() => ask(undefined)}
      onConfirm={() => leaving && remove.mutate({ id: leaving.id })}
      isBusy={remove.isPending}
      title={title}
      description={description}
      confirmLabel={remove.isPending ? commonCopy.deleting : commonCopy.delete}
    />
  )
}
