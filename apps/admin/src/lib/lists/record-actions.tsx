import { Button } from '@marashi/ui/button'
import { Pencil, Trash2 } from 'lucide-react'

/** The two buttons of a record in a list; the labels name the record for screen readers. */
export function RecordActions({
  editLabel,
  deleteLabel,
  onEdit,
  onDelete,
}: {
  editLabel: string
  deleteLabel: string
  onEdit: () => void
  onDelete: () => void
}) {
  return (
    <>
      <Button variant="ghost" isIcon aria-label={editLabel} onClick={onEdit}>
        <Pencil size={18} aria-hidden="true" />
      </Button>
      <Button variant="ghost" isIcon aria-label={deleteLabel} onClick={onDelete}>
        <Trash2 size={18} aria-hidden="true" />
      </Button>
    </>
  )
}
